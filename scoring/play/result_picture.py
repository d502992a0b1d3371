"""The picture of a result: a PNG that messengers show beside its link, in the site's style."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from scoring.play.screen import Plate

WIDTH, HEIGHT = 1200, 630  # what Open Graph asks for
PANEL, EDGE = 560, 48
WALL, INK, MUTED, LINE, GOLD = "#f5f2ec", "#211d18", "#655c52", "#d8d0c4", "#7a5a12"
SEATS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c7a00", "#6b6b6b")
ON_DARK = (0, 7)  # the seats with white letters; tokens.css has them as --on-dark-seat
# The first that the machine has. Pillow's own font, the last resort, has no accents.
SERIF = ("DejaVuSerif-Bold", "Georgia Bold", "georgiab", "LiberationSerif-Bold", "NotoSerif-Bold")
SANS = ("DejaVuSans", "Arial", "arial", "LiberationSans-Regular", "NotoSans-Regular")
FONT_SIZES_OF_HEADLINES = (72, 60, 48, 38, 28)
FONT_SIZES_OF_SENTENCES = (26, 22, 18)
FONT_SIZES_OF_NAMES = (34, 28, 22, 16, 12)
PLAIN = str.maketrans({"œ": "oe", "Œ": "OE", "’": "'", "–": "-", "—": "-", "“": '"', "”": '"'})
# Each seat's mark in a square of 16, as in marks.svg; that of the first seat is a circle.
MARKS: tuple[Sequence[tuple[float, float]], ...] = (
    (),
    ((8, 1.5), (15, 14), (1, 14)),
    ((2.5, 2.5), (13.5, 2.5), (13.5, 13.5), (2.5, 13.5)),
    ((8, 1), (15, 8), (8, 15), (1, 8)),
    (
        (8, 0.8), (10.1, 5.7), (15.4, 6.2), (11.4, 9.7), (12.6, 14.9),
        (8, 12.2), (3.4, 14.9), (4.6, 9.7), (0.6, 6.2), (5.9, 5.7),
    ),
    (
        (5.5, 1.5), (10.5, 1.5), (10.5, 5.5), (14.5, 5.5), (14.5, 10.5), (10.5, 10.5),
        (10.5, 14.5), (5.5, 14.5), (5.5, 10.5), (1.5, 10.5), (1.5, 5.5), (5.5, 5.5),
    ),
    ((8, 1), (15, 6.1), (12.3, 14.3), (3.7, 14.3), (1, 6.1)),
    (
        (4, 1.3), (8, 5.3), (12, 1.3), (14.7, 4), (10.7, 8), (14.7, 12),
        (12, 14.7), (8, 10.7), (4, 14.7), (1.3, 12), (5.3, 8), (1.3, 4),
    ),
)  # fmt: skip

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


class Style(NamedTuple):
    family: tuple[str, ...]
    sizes: tuple[int, ...]  # the largest first
    ink: str


NAME = Style(SERIF, FONT_SIZES_OF_NAMES, INK)


@dataclass(frozen=True, slots=True)
class Picture:
    """What the picture says."""

    headline: str
    label: str  # "Duplik · 12 November 2026"
    decided: str
    plates: Sequence[Plate]


def draw_picture(said: Picture) -> bytes:
    image = Image.new("RGB", (WIDTH, HEIGHT), WALL)
    draw = ImageDraw.Draw(image)
    _draw_winner(draw, said)
    _draw_plates(draw, said.plates)
    write_scorefolio(draw)
    return png(image)


def write_scorefolio(draw: ImageDraw.ImageDraw) -> None:
    style = Style(SERIF, (24,), MUTED)
    write(draw, (WIDTH - EDGE, HEIGHT - 40), "Scorefolio", style, "rs", PANEL)


def headline_and_sentence(ink: str) -> tuple[Style, Style]:
    """Return how the words on the left are written."""
    return Style(SERIF, FONT_SIZES_OF_HEADLINES, ink), Style(SANS, FONT_SIZES_OF_SENTENCES, ink)


def png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.quantize(256).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_winner(draw: ImageDraw.ImageDraw, said: Picture) -> None:
    """Fill the left with the winner's colour, and say there who won and why."""
    first = said.plates[0]
    seat = first.place - 1
    ink = "#ffffff" if seat in ON_DARK else "#000000"
    draw.rectangle((0, 0, PANEL, HEIGHT), fill=SEATS[seat])
    _draw_mark(draw, first.place, (EDGE, EDGE), 88, fill=None, outline=ink)
    room = PANEL - 2 * EDGE
    large, small = headline_and_sentence(ink)
    bottom = write_lines(draw, (EDGE, 176), said.headline, large, room, 3)
    if bottom < HEIGHT // 2 + EDGE:  # else a very long name leaves no room
        write_lines(draw, (EDGE, bottom + 20), said.decided, small, room, 5)
    write(draw, (EDGE, HEIGHT - 40), said.label, small, "ls", room)


def _draw_plates(draw: ImageDraw.ImageDraw, plates: Sequence[Plate]) -> None:
    left, right, top = PANEL + EDGE, WIDTH - EDGE, EDGE
    height = min(110, (HEIGHT - 2 * EDGE - 40) // len(plates))
    for at, plate in enumerate(plates):
        middle = top + at * height + height // 2
        if at:
            draw.line((left, top + at * height, right, top + at * height), fill=LINE)
        write(draw, (left, middle), str(plate.rank), Style(SANS, (26,), MUTED), "lm", 36)
        _draw_mark(draw, plate.place, (left + 36, middle - 14), 28, SEATS[plate.place - 1], INK)
        write(draw, (left + 80, middle), name_of(plate), NAME, "lm", right - left - 200)
        if plate.points is not None:
            number = Style(SANS, (min(52, height - 16),), GOLD if plate.rank == 1 else INK)
            write(draw, (right, middle), str(plate.points), number, "rm", 120)


def _draw_mark(
    draw: ImageDraw.ImageDraw,
    place: int,
    corner: tuple[int, int],
    size: int,
    fill: str | None,
    outline: str,
) -> None:
    left, top = corner
    width = max(2, size // 16)
    if place == 1:
        inset = size * 2 // 16
        box = (left + inset, top + inset, left + size - inset, top + size - inset)
        draw.ellipse(box, fill=fill, outline=outline, width=width)
        return
    points = [(left + x * size / 16, top + y * size / 16) for x, y in MARKS[place - 1]]
    draw.polygon(points, fill=fill, outline=outline, width=width)


# Words


def name_of(plate: Plate) -> str:
    """Return the name as far as the fonts have its characters; else the number of the seat."""
    return legible(plate.name, SERIF) or f"#{plate.place}"


def legible(text: str, family: tuple[str, ...]) -> str:
    """Return the text with what the font cannot draw in plain letters, or left out."""
    font = _font(family, 24)
    kept = [char if _has(font, char) else _plain(font, char) for char in text]
    return " ".join("".join(kept).split())


def _plain(font: Font, char: str) -> str:
    letters = unicodedata.normalize("NFKD", char.translate(PLAIN))
    return "".join(letter for letter in letters if letter.isascii() and _has(font, letter))


@cache
def _missing(font: Font) -> bytes:
    return bytes(font.getmask("\ufffe"))


def _has(font: Font, char: str) -> bool:
    return char.isspace() or bytes(font.getmask(char)) != _missing(font)


@cache
def _font(family: tuple[str, ...], size: int) -> Font:
    for name in family:
        try:
            return ImageFont.truetype(f"{name}.ttf", size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def write(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, style: Style, anchor: str, room: int
) -> None:
    """Write a line in the largest size in which it fits; if in none, break it in the smallest."""
    font, _size, lines = _laid_out(text, style, room, 1)
    draw.multiline_text(at, "\n".join(lines), style.ink, font, anchor=anchor)


def write_lines(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, style: Style, room: int, most: int
) -> int:
    """Write a text in the largest size in which it fits into so many lines; return its bottom."""
    font, size, lines = _laid_out(text, style, room, most)
    left, top = at
    for line in lines:
        draw.text((left, top), line, style.ink, font, anchor="la")
        top += round(size * 1.25)
    return top


def _laid_out(text: str, style: Style, room: int, most: int) -> tuple[Font, int, list[str]]:
    words = legible(text, style.family)
    for size in style.sizes:
        font = _font(style.family, size)
        lines = _wrapped(words, font, room)
        if len(lines) <= most:
            break
    return font, size, lines


def _wrapped(text: str, font: Font, room: int) -> list[str]:
    """Break a text into lines; also a word that is longer than a line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for char in word:
            if font.getlength(lines[-1] + char) > room:
                lines.append("")
            lines[-1] += char
    return lines
