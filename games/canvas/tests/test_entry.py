"""Canvas: a painting of art cards, entered in the admin."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from games.canvas.models import ArtCard
from games.canvas.printed import load_catalogue
from scoring import sessions
from scoring.models import Session
from scoring.scorer import dump_document, read_document
from scoring.sessions import By
from tests.admin_forms import form_data, page_of

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
OPENING = {
    "format": "scorefolio/session@1",
    "game": "canvas",
    "edition": "r2i-2021",
    "players": ["Ana"],
    "cards": [{"name": "Composition"}, {"name": "Variety"}],
    "paintings": {},
}
ROWS = "canvas_painting_rows"


@pytest.fixture
def session() -> Session:
    load_catalogue()
    return sessions.start(document=read_document(OPENING), by=By(at=NOW))


def correct_bait() -> None:
    """Its texture stands at the left and not at the right."""
    ArtCard.objects.get(name="Bait").icons.filter(slot=5).update(slot=1)


def painted(client: Client, session: Session, number: int, **typed: Any) -> None:
    """What is typed in the row of this painting; the rest stays."""
    data = form_data(client, session)
    fields = {"number": number, "seat": session.seats.get().pk, **typed}
    data |= {f"{ROWS}-{number - 1}-{name}": value for name, value in fields.items()}
    response = client.post(page_of(session), data)
    assert response.status_code == 302, response.context["errors"]


def paintings(session: Session) -> Any:
    return dump_document(sessions.load(session))["paintings"]["Ana"]


HEAVY_BAIT = {"art_1": "Heavy", "art_2": "Mess", "art_3": "Bait"}


def test_a_painting_is_recorded_by_its_art_cards(admin_client: Client, session: Session) -> None:
    painted(admin_client, session, 1, **HEAVY_BAIT)
    assert paintings(session) == [{"art": ["Heavy", "Mess", "Bait"]}]


def test_a_painting_of_a_corrected_card_is_recorded_by_its_icons(
    admin_client: Client, session: Session
) -> None:
    correct_bait()
    painted(admin_client, session, 1, **HEAVY_BAIT)
    slots = [["texture"], ["shape", "tone"], ["shape", "texture"], ["shape"], ["texture"]]
    assert paintings(session) == [{"slots": slots, "title": "Heavy Bait"}]


def test_it_keeps_the_title_that_was_typed(admin_client: Client, session: Session) -> None:
    correct_bait()
    painted(admin_client, session, 1, **HEAVY_BAIT, title="Rain")
    assert paintings(session)[0]["title"] == "Rain"


def test_a_painting_that_was_there_before_keeps_its_art_cards(
    admin_client: Client, session: Session
) -> None:
    painted(admin_client, session, 1, **HEAVY_BAIT)
    correct_bait()
    painted(admin_client, session, 1, title="Rain")
    assert paintings(session) == [{"art": ["Heavy", "Mess", "Bait"], "title": "Rain"}]
