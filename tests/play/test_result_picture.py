"""The picture of a result: who gets it, and when."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from scoring.models import Session
from scoring.play.sharing import share
from tests.builders.tables import artem_table, finished_table, phone


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
    assert image.getpixel((1198, 2)) == (0xE6, 0x9F, 0x00)


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
