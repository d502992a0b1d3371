"""Posters: the pictures that messengers show beside a link, of a result or an evening's standings.

A poster is an SVG template; resvg draws it with the fonts of the site.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

import resvg_py
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from PIL import ImageFont

from scoring.core.covers import SEATS

WIDTH, HEIGHT = 1200, 630  # what Open Graph asks for
PANEL = HEIGHT  # where the words begin, beside a square picture
EDGE = 40
ROOM = WIDTH - PANEL - 2 * EDGE
FOOT = 70  # below the rows
ROW = 58  # high at most
WHITE_ON = (1, 8)  # the seats with white letters, as in the stylesheets
# Sizes, each with the most lines that it may take; the first that fits is taken.
HEADLINES = ((104, 1), (84, 1), (68, 2), (54, 2), (42, 3), (32, 4))
SENTENCES = ((25, 3), (22, 3), (19, 4))
NAMES = ((30, 1), (25, 1), (20, 1), (15, 2), (12, 2))
LABELS = ((20, 1), (16, 1), (13, 2))
LINE = 1.2  # from one line to the next, as a multiple of the size
WRITTEN = (
    "LMN"  # categories of letters, marks and numbers: other fonts of the machine may have them
)


class Face(NamedTuple):
    """A font as it is measured, and as the template names it."""

    package: str
    file: str

    @property
    def path(self) -> Path:
        with as_file(files(self.package) / "files" / self.file) as path:
            return path


SERIF = Face("font_source_serif_pro", "SourceSerifPro-Black.otf")
TEXT = Face("font_manrope", "Manrope-Medium.ttf")
BOLD = Face("font_manrope", "Manrope-Bold.ttf")
FACES = (SERIF, TEXT, BOLD)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in the largest size in which it fits."""

    lines: Sequence[str]
    size: int
    top: int

    @property
    def height(self) -> int:
        return round(len(self.lines) * self.size * LINE)

    @property
    def bottom(self) -> int:
        return self.top + self.height

    @property
    def baselines(self) -> list[tuple[int, str]]:
        first = self.top + self.size
        return [(first + round(at * self.size * LINE), line) for at, line in enumerate(self.lines)]


class PosterRow(NamedTuple):
    rank: int
    place: int | None  # the seat, where the row has a mark
    name: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Poster:
    picture: str  # a square SVG
    place: int  # of whose seat the colour is
    headline: str
    sentence: str = ""
    rows: Sequence[PosterRow]
    foot: str

    def png(self) -> bytes:
        headline = fit(self.headline, SERIF, HEADLINES, top=EDGE)
        sentence = fit(self.sentence, TEXT, SENTENCES, top=headline.bottom)
        panel = (sentence.bottom if sentence.lines else headline.bottom) + EDGE // 2
        height = min(ROW, (HEIGHT - FOOT - panel - EDGE // 4) // max(len(self.rows), 1))
        tops = count(panel + EDGE // 4, height)
        context = {
            "picture": mark_safe(self.picture),  # noqa: S308 (drawn by us, of numbers)
            "marks": marks(),
            "colour": SEATS[self.place - 1],
            "ink": "#FFFFFF" if self.place in WHITE_ON else "#1B1814",
            "panel": panel,
            "headline": headline,
            "sentence": sentence,
            "rows": [_drawn(row, top, height) for row, top in zip(self.rows, tops, strict=False)],
            "foot": fit(self.foot, TEXT, LABELS, top=HEIGHT - 50, room=ROOM - 190),
        }
        return draw(render_to_string("web/poster.svg", context))


def _drawn(row: PosterRow, top: int, height: int) -> dict[str, Any]:
    """Return what the template says of a row."""
    sizes = [(size, most) for size, most in NAMES if size * most * LINE < height] or NAMES[-1:]
    written = legible(row.name) or f"#{row.place or row.rank}"
    name = fit(written, BOLD, sizes, top=0, room=ROOM - 190)
    return {
        "rank": row.rank,
        "place": row.place,
        "colour": SEATS[row.place - 1] if row.place else "",
        "top": top,
        "middle": top + height // 2,
        "name": replace(name, top=top + (height - name.height) // 2),
        "value": row.value,
        "size": min(38, height - 6),
    }


@cache
def marks() -> SafeString:
    """Return the symbols of the seats, as pages link to them."""
    path = finders.find("scoring/marks.svg")
    return mark_safe(Path(path).read_text() if path else "")  # noqa: S308 (a file of ours)


def draw(svg: str) -> bytes:
    """Draw an SVG as a PNG; fonts of the machine only for letters that ours lack."""
    ours = all(char in _letters() or not char.isprintable() for char in set(svg))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            font_files=[str(face.path) for face in FACES],
            skip_system_fonts=ours,
        )
    )


def legible(text: str) -> str:
    """Leave out what no font may have, such as emoji."""
    kept = [char for char in text if char in _letters() or category(char)[0] in WRITTEN]
    return " ".join("".join(kept).split())


def fit(
    text: str, face: Face, sizes: Sequence[tuple[int, int]], *, top: int, room: int = ROOM
) -> Fitted:
    """Write a text in the largest size in which it fits; if it fits in none, it ends in dots."""
    words = legible(text).split()
    for size, most in sizes:
        font = _font(face, size)
        lines = _wrapped(words, font, room)
        if len(lines) <= most and all(font.getlength(line) <= room for line in lines):
            return Fitted(lines, size, top)
    lines = _wrapped(" ".join(words), font, room, joint="")
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1][:-2]}…"]
    return Fitted(lines, size, top)


def _wrapped(
    parts: Sequence[str], font: ImageFont.FreeTypeFont, room: int, joint: str = " "
) -> list[str]:
    """Put as many parts into each line as fit: words, or letters where a word fits nowhere."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{joint}{part}" if lines else part
        if lines and font.getlength(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


@cache
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(face.path, size)


@cache
def _letters() -> frozenset[str]:
    """Return the letters that all our fonts have."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 (6 MB, for the first poster)

    return frozenset(
        map(chr, set.intersection(*(set(TTFont(face.path).getBestCmap()) for face in FACES)))
    )
