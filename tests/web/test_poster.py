"""Posters: any name can be written on one, as large as it fits."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from scoring.core.covers import Scene, blank
from scoring.web.poster import (
    BOLD,
    LINE,
    NAMES,
    ROOM,
    SERIF,
    Poster,
    PosterRow,
    draw,
    fit,
    legible,
    marks,
)

PAPER = (0xF5, 0xF2, 0xEC)
SIZES = ((40, 1), (20, 2))
LONG = ["W" * 60, "Maximiliane-Charlotte von und zu", *"ABCDEF"]


def poster(*names: str, **more: Any) -> Poster:
    rows = [PosterRow(place, place, name, "7") for place, name in enumerate(names, 1)]
    values: dict[str, Any] = {"picture": blank(Scene("")), "place": 1, "headline": "Ana wins"}
    return Poster(**{**values, "rows": rows, "foot": "Duplik", **more})


def pixels(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def inked(image: Image.Image, left: int, top: int, right: int, bottom: int) -> int:
    """Return how many pixels of a part of a poster are not as its ground."""
    part = image.crop((left, top, right, bottom))
    ground = part.getpixel((0, 0))
    return sum(
        part.getpixel((x, y)) != ground for x in range(part.width) for y in range(part.height)
    )


def test_it_has_the_picture_beside_the_colour_of_the_first_seat() -> None:
    image = pixels(poster("Ana", "Ben", place=2).png())
    assert image.size == (1200, 630)
    assert image.getpixel((2, 2)) == (0xF3, 0xEC, 0xDD)
    assert image.getpixel((1198, 2)) == (0xE6, 0x9F, 0x00)
    assert image.getpixel((1198, 628)) == PAPER


def test_it_is_light_enough_for_a_messenger() -> None:
    assert len(poster("Ana", "Ben").png()) < 100_000


def test_eight_long_names_stay_within_its_edges() -> None:
    said = poster(*LONG, headline=f"{LONG[0]} wins", sentence=LONG[0] * 3, foot=LONG[0])
    image = pixels(said.png())
    right = {image.getpixel((x, y)) for x in range(1165, 1200) for y in range(630)}
    assert right == {PAPER, (0x00, 0x72, 0xB2)}


@pytest.mark.parametrize("name", ["Zoé", "Łukasz", "Иван", "Ωmega"])
def test_a_name_of_any_european_script_is_written(name: str) -> None:
    with_name, without = (pixels(poster(one).png()) for one in (name, ""))
    where = (745, 200, 1050, 250)
    assert inked(with_name, *where) > inked(without, *where)


@pytest.mark.parametrize(
    ("name", "written"), [("Hélène", "Hélène"), ("Bo 🎨", "Bo"), ("🎨", ""), ("שלום", "שלום")]
)
def test_only_what_no_font_has_is_left_out(name: str, written: str) -> None:
    assert legible(name) == written


def test_a_name_of_signs_alone_is_the_number_of_the_seat() -> None:
    assert poster("Ana", "🎨").png() == poster("Ana", "#2").png()


def test_markup_in_a_name_is_text() -> None:
    assert pixels(poster("</text><path d='M0 0h9v9z'/>").png()).size == (1200, 630)


@pytest.mark.parametrize(
    ("text", "size", "lines"),
    [
        ("WW", 40, ["WW"]),
        ("WW WW", 20, ["WW WW"]),
        ("WW WW WW", 20, ["WW WW", "WW"]),
        ("WWWWWWW", 20, ["WWWWW", "WW"]),
        ("W" * 20, 20, ["WWWWW", "WWW…"]),
        ("", 40, []),
    ],
)
def test_a_text_is_as_large_as_it_fits(text: str, size: int, lines: list[str]) -> None:
    fitted = fit(text, BOLD, SIZES, top=100, room=105)
    assert (fitted.size, list(fitted.lines)) == (size, lines)
    assert fitted.bottom == 100 + round(len(lines) * size * LINE)


def test_a_name_of_forty_letters_is_written_whole() -> None:
    name = "Maximiliane-Charlotte von und zu Hohenfe"
    assert "".join(fit(name, BOLD, NAMES, top=0, room=ROOM - 190).lines).replace(" ", "") == (
        name.replace(" ", "")
    )


def test_lines_follow_each_other_below_the_top() -> None:
    fitted = fit("WW WW WW", SERIF, ((20, 3),), top=100, room=60)
    assert [y for y, _line in fitted.baselines] == [120, 144, 168]


def test_the_marks_of_seats_are_those_of_the_pages() -> None:
    assert [f'id="seat-{place}"' in marks() for place in range(1, 9)] == [True] * 8


def test_inks_print_over_each_other() -> None:
    square = '<path d="M0 0h9v9H0z"/>'
    png = draw(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
        "<style>.o{mix-blend-mode:multiply}</style>"
        f'<g fill="#FF0000">{square}</g><g class="o" fill="#00FF00">{square}</g></svg>'
    )
    assert pixels(png).getpixel((4, 4)) == (0, 0, 0)
