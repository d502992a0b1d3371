"""The picture of a result: who gets it, and that any name can be written on it."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from scoring.models import Session
from scoring.play.result_picture import Picture, draw_picture, legible, name_of
from scoring.play.screen import Plate
from scoring.play.sharing import share
from tests.builders.tables import artem_table, finished_table, phone

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
