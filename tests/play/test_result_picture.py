"""The picture of a result: who gets it, and that any name can be written on it."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from scoring.models import Session
from scoring.play import result_picture
from scoring.play.result_picture import MARKS, Picture, draw_picture, legible, name_of, write_lines
from scoring.play.screen import Plate
from scoring.play.sharing import share
from tests.builders.tables import artem_table, finished_table, phone
from tests.drawings import Drawing

NO_FONTS: tuple[str, ...] = ()  # as on a machine that has none: Pillow's own is drawn


@pytest.fixture
def session() -> Session:
    session = finished_table()
    share(session=session, shared=True)
    session.refresh_from_db()
    return session


def address(session: Session) -> str:
    return reverse("shared_picture", args=[session.share_token])


def pixels(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content)).convert("RGB")


@pytest.mark.django_db
def test_it_has_the_colour_of_the_winners_seat(session: Session) -> None:
    response = Client().get(address(session))
    assert response.headers["Content-Type"] == "image/png"
    image = pixels(response.content)
    assert image.size == (1200, 630)
    assert image.getpixel((2, 2)) == (0xE6, 0x9F, 0x00)
    assert image.getpixel((1198, 2)) == (0xF5, 0xF2, 0xEC)
    assert len(response.content) < 60_000


@pytest.mark.django_db
def test_whoever_may_not_see_the_result_does_not_see_it(session: Session) -> None:
    at_the_table = reverse("picture", args=[session.uuid])
    assert Client().get(at_the_table).status_code == 404
    assert phone(session).get(at_the_table).status_code == 200
    shared = address(session)
    share(session=session, shared=False)
    assert Client().get(shared).status_code == 404


@pytest.mark.django_db
def test_a_browser_that_has_it_gets_it_once(session: Session) -> None:
    etag = Client().get(address(session)).headers["ETag"]
    again = Client().get(address(session), headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.django_db
def test_messengers_are_told_of_it(session: Session) -> None:
    page = Client().get(reverse("shared", args=[session.share_token])).content.decode()
    assert f'<meta property="og:image" content="http://testserver{address(session)}">' in page


@pytest.mark.django_db
def test_there_is_one_before_the_first_entry() -> None:
    session = artem_table()
    response = phone(session).get(reverse("picture", args=[session.uuid]))
    assert pixels(response.content).size == (1200, 630)


@pytest.mark.parametrize(
    ("name", "written"),
    [("Hélène", "Helene"), ("Chœur d’Œuvre", "Choeur d’OEuvre"), ("Bo 🎨", "Bo"), ("🎨", "")],
)
def test_a_font_without_a_letter_writes_the_plain_one(name: str, written: str) -> None:
    assert legible(name, NO_FONTS) == written


def plate(place: int, name: str) -> Plate:
    return Plate(place=place, name=name, rank=place, points=7, why="", needs="", begun=True)


def test_a_name_of_signs_alone_is_the_number_of_the_seat() -> None:
    assert name_of(plate(3, "\U0001fae0\U0001fae1")) == "#3"


def test_eight_long_names_fit() -> None:
    names = ["W" * 60, "Maximiliane-Charlotte von und zu", *"ABCDEF"]
    plates = [plate(place, name) for place, name in enumerate(names, 1)]
    said = Picture(headline=f"{names[0]} wins", label="Duplik", decided=names[0], plates=plates)
    image = pixels(draw_picture(said))
    assert {image.getpixel((1199, y)) for y in range(630)} == {(0xF5, 0xF2, 0xEC)}


# Where everything is


def corners(path: str) -> list[tuple[float, float]]:
    """Return the corners of a closed path of SVG that is made of straight lines."""
    x = y = 0.0
    command, found = "", []
    tokens = iter(re.findall(r"[A-Za-z]|-?\d*\.?\d+", path.removesuffix("z")))
    for token in tokens:
        if token.isalpha():
            command = token
        value = float(next(tokens) if token.isalpha() else token)
        match command:
            case "h" | "v":
                x, y = (x + value, y) if command == "h" else (x, y + value)
            case "H":
                x = value
            case "l":
                x, y = x + value, y + float(next(tokens))
            case "M" | "L":
                x, y = value, float(next(tokens))
        found.append((round(x, 1), round(y, 1)))
    return found


def test_the_marks_of_seats_are_those_of_the_pages() -> None:
    svg = Path("scoring/static/scoring/marks.svg").read_text()
    paths = re.findall(r'id="seat-(\d)".*? d="(.+?)"', svg)
    assert [int(seat) for seat, _path in paths] == [2, 3, 4, 5, 6, 7, 8]
    assert [corners(path) for _seat, path in paths] == list(map(list, MARKS[1:]))


def test_everything_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words start at 48 and may be 464 wide, so that they end 48 before the panel does, at
    560. A name may be 344 wide: it ends at 1032, where the points may begin."""
    drawing = Drawing(monkeypatch, result_picture, bottom=266)
    plates = [plate(1, "Ana"), plate(2, "Ben")]
    draw_picture(Picture("Ana wins", "Duplik", "by two points", plates))
    assert drawing.shapes == [
        ("rectangle", (0, 0, 560, 630), "#0072b2"),
        ("ellipse", (59, 59, 125, 125), None, "#ffffff", 5),
        ("ellipse", (647, 92, 669, 114), "#0072b2", "#211d18", 2),
        ("line", (608, 158, 1152, 158), "#d8d0c4"),
        (
            "polygon",
            [(658.0, 201.625), (670.25, 223.5), (645.75, 223.5)],
            "#e69f00",
            "#211d18",
            2,
        ),
    ]
    assert drawing.words == [
        ("Ana wins", (48, 176), "3 lines", 72, "#ffffff", 464),
        ("by two points", (48, 286), "5 lines", 26, "#ffffff", 464),
        ("Duplik", (48, 590), "ls", 26, "#ffffff", 464),
        ("1", (608, 103), "lm", 26, "#655c52", 36),
        ("Ana", (688, 103), "lm", 34, "#211d18", 344),
        ("7", (1152, 103), "rm", 52, "#7a5a12", 120),
        ("2", (608, 213), "lm", 26, "#655c52", 36),
        ("Ben", (688, 213), "lm", 34, "#211d18", 344),
        ("7", (1152, 213), "rm", 52, "#211d18", 120),
        ("Scorefolio", (1152, 590), "rs", 24, "#655c52", 560),
    ]


def test_eight_rows_fit_above_the_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = Drawing(monkeypatch, result_picture)
    draw_picture(Picture("", "", "", [plate(at, name) for at, name in enumerate("ABCDEFGH", 1)]))
    names = {word[0]: word[1][1] for word in drawing.words if word[1][0] == 688}
    assert names == dict(zip("ABCDEFGH", (78, 139, 200, 261, 322, 383, 444, 505), strict=True))
    assert {word[3] for word in drawing.words if word[2] == "rm"} == {45}


@pytest.mark.parametrize(("bottom", "places"), [(362, [(48, 382)]), (363, [])])
def test_a_headline_that_needs_the_room_leaves_none_for_what_decided(
    monkeypatch: pytest.MonkeyPatch, bottom: int, places: list[tuple[int, int]]
) -> None:
    drawing = Drawing(monkeypatch, result_picture, bottom=bottom)
    draw_picture(Picture("Ana wins", "", "decided", [plate(1, "Ana")]))
    assert [word[1] for word in drawing.words if word[0] == "decided"] == places


def test_the_first_and_the_last_colour_have_white_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = Drawing(monkeypatch, result_picture)
    for place in range(1, 9):
        draw_picture(Picture("Ana wins", "", "", [plate(place, "Ana")]))
    inks = [word[4] for word in drawing.words if word[0] == "Ana wins"]
    assert inks == ["#ffffff", *["#000000"] * 6, "#ffffff"]


class Lines:
    """What is written instead of drawn: each line, its top and its size."""

    def __init__(self) -> None:
        self.written: list[tuple[str, int, float]] = []

    def text(self, at: tuple[int, int], line: str, _ink: str, font: Any, *, anchor: str) -> None:
        assert (at[0], anchor) == (48, "la")
        self.written.append((line, at[1], font.size))


@pytest.mark.parametrize(
    ("text", "written", "bottom"),
    [
        ("WW WW", [("WW", 100, 40), ("WW", 150, 40)], 200),
        ("W W", [("W W", 100, 40)], 150),
        ("WW WW WW", [("WW WW", 100, 20), ("WW", 125, 20)], 150),
        ("WWWWW", [("WWWWW", 100, 20)], 125),
        (
            "W WWWWWWWWWWWWW",
            [("W", 100, 20), ("WWWWW", 125, 20), ("WWWWW", 150, 20), ("WWW", 175, 20)],
            200,
        ),
    ],
)
def test_words_are_written_as_large_as_they_fit(
    text: str, written: list[tuple[str, int, int]], bottom: int
) -> None:
    """Two lines at most, unless also the smallest letters do not fit into them: then words are
    broken, and nothing is left out."""
    drawn: Any = Lines()
    style = result_picture.Style(NO_FONTS, (40, 20), "#000000")
    end = write_lines(drawn, (48, 100), text, style, 95, 2)
    assert (drawn.written, end) == (written, bottom)
