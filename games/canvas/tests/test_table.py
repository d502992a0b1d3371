"""Canvas at the table, over HTTP."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.canvas.printed import load_catalogue
from games.canvas.rules import Painting, State
from games.canvas.tests.builders import slots
from scoring.models import Phone, Session
from scoring.sessions import load

pytestmark = pytest.mark.django_db
Page = Any

FIRST_GAME = {"edition": "r2i-2021", "cards_of": "r2i-2021"}
CARDS = ["Composition", "Emphasis", "Repetition", "Variety"]
HTMX = {"HX-Request": "true"}
FULL = {
    f"slots_{slot}": [icon]
    for slot, icon in enumerate(["hue", "shape", "shape", "tone", "texture"], 1)
}


@pytest.fixture(autouse=True)
def _printed(db: None) -> None:  # noqa: ARG001
    load_catalogue()


def opened(client: Client, *names: str, **options: Any) -> Session:
    """A table that this phone hosts."""
    said = {**FIRST_GAME, "cards": CARDS, **options, "name": names, "do": "open", "key": uuid4()}
    answer = client.post("/new/canvas/", said)
    assert answer.status_code == 302, answer.content.decode()
    return Session.objects.latest("pk")


def at(session: Session, path: str = "") -> str:
    return f"/table/{session.uuid}/{path}"


def sit(session: Session, place: int) -> Client:
    """Another phone, in that seat; 0 only watches."""
    client = Client()
    client.get(f"/join/{session.code}/")
    client.post(f"/join/{session.code}/", {"place": ""})
    phone = Phone.objects.filter(session=session).latest("pk")
    if place:
        phone.seat = session.seats.get(place=place)
        phone.save()
    return client


def paint(client: Client, session: Session, player: str, number: int, **said: Any) -> Page:
    headers = said.pop("headers", {})
    data = {"player": player, "at": number - 1, "way": "slots", "key": uuid4(), **said}
    return client.post(at(session, "canvas/painting/"), data, headers=headers)


def state(session: Session) -> State:
    found: State = load(session).state
    return found


def test_it_opens_with_a_named_set_and_takes_a_painting_by_its_icons(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    assert [card.name for card in state(session).cards] == CARDS
    answer = paint(client, session, "Ana", 1, **FULL, title="Rain")
    assert answer.status_code == 302
    assert state(session).paintings["Ana"] == (Painting(slots=slots("h|s|s|o|x"), title="Rain"),)
    page = client.get(at(session)).content.decode()
    assert "1 of 6 paintings" in page
    assert "Rain" in page


def test_it_says_the_effect_of_a_correction_before_it_saves_it(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1, **FULL)
    again = at(session, "canvas/painting/1/1/")
    assert 'value="hue" id="id_slots_1_0" checked' in client.get(again).content.decode().replace(
        'class="" ', ""
    )
    fewer = {"way": "slots", "slots_1": ["hue"], "key": uuid4()}
    told = client.post(again, fewer)
    assert "9 → 1 points" in told.content.decode()
    assert state(session).paintings["Ana"][0].slots == slots("h|s|s|o|x")
    assert client.post(again, {**fewer, "save": "1"}).status_code == 302
    assert state(session).paintings["Ana"][0].slots == slots("h||||")
