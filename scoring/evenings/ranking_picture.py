"""The picture of an evening's ranking: a PNG in the style of the picture of a result."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from scoring.evenings.tonight import RankingRow
from scoring.play.result_picture import (
    EDGE,
    GOLD,
    HEIGHT,
    INK,
    LINE,
    MUTED,
    NAME,
    PANEL,
    SANS,
    SEATS,
    SERIF,
    WALL,
    WIDTH,
    Style,
    headline_and_sentence,
    legible,
    png,
    write,
    write_lines,
    write_scorefolio,
)

MOST_DRAWN = 8


def draw_ranking(group: str, label: str, ranking: Sequence[RankingRow]) -> bytes:
    image = Image.new("RGB", (WIDTH, HEIGHT), WALL)
    draw = ImageDraw.Draw(image)
    _draw_first(draw, group, label, ranking)
    _draw_rows(draw, ranking[:MOST_DRAWN])
    write_scorefolio(draw)
    return png(image)


def _draw_first(
    draw: ImageDraw.ImageDraw, group: str, label: str, ranking: Sequence[RankingRow]
) -> None:
    """Say on the left who was first."""
    draw.rectangle((0, 0, PANEL, HEIGHT), fill=SEATS[0])
    room, white = PANEL - 2 * EDGE, "#ffffff"
    first = [_name(row) for row in ranking if row.rank == 1]
    names = ", ".join(first)
    if len(first) == 1:
        names = _("%(name)s is first") % {"name": names}
    large, small = headline_and_sentence(white)
    write_lines(draw, (EDGE, 120), names, large, room, 4)
    write(draw, (EDGE, HEIGHT - 76), group, small, "ls", room)
    write(draw, (EDGE, HEIGHT - 40), label, small, "ls", room)


def _draw_rows(draw: ImageDraw.ImageDraw, ranking: Sequence[RankingRow]) -> None:
    left, right, top = PANEL + EDGE, WIDTH - EDGE, EDGE
    height = min(100, (HEIGHT - 2 * EDGE - 40) // len(ranking))
    for at, row in enumerate(ranking):
        middle = top + at * height + height // 2
        if at:
            draw.line((left, top + at * height, right, top + at * height), fill=LINE)
        write(draw, (left, middle), str(row.rank), Style(SANS, (26,), MUTED), "lm", 36)
        write(draw, (left + 56, middle), _name(row), NAME, "lm", right - left - 190)
        number = Style(SANS, (44,), GOLD if row.rank == 1 else INK)
        write(draw, (right, middle), row.value, number, "rm", 130)


def _name(row: RankingRow) -> str:
    """Return the name as far as the fonts have its characters; else the rank."""
    return legible(row.player.name, SERIF) or f"#{row.rank}"
