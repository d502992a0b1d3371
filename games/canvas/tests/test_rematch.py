"""How a rematch begins."""

import re
from typing import Any

import pytest
from django.utils import timezone

from games.canvas.rules import State, complete_painting
from games.canvas.tests.builders import layered, shows
from scoring.models import Session
from scoring.models.revisions import By
from scoring.play.rematch import open_rematch
from scoring.sessions.recording import record, stop
from tests.builders.tables import open_empty, phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]

RETAIL_CARDS = ["Composition", "Repetition", "Space", "Variety"]


def now() -> By:
    return By(at=timezone.now())


def noted_by_its_art_last() -> Session:
    session = open_empty("canvas", "Ana", "Ben")
    art = layered("Peaceful", "Nature", "Beauty")
    for name, painting in (("Ana", shows("h|s|s|o|x")), ("Ben", art)):

        def paint(state: State, name: str = name, painting: Any = painting) -> State:
            return complete_painting(state, name, painting)

        record(session=session, change=paint, action="painting", by=now())
    stop(session=session, by=now())
    return session


def way_of_the_first_painting(session: Session) -> str:
    page = phone(session, hosts=True).get(f"/table/{session.uuid}/").content.decode()
    chosen = re.search(r'name="way" value="(\w+)"[^>]* checked', page)
    return chosen[1] if chosen else ""


def test_it_begins_with_the_way_in_which_the_table_noted_its_last_painting() -> None:
    following = open_rematch(session=noted_by_its_art_last(), by=now())
    assert way_of_the_first_painting(following) == "art"


def test_it_begins_by_icons_in_an_edition_whose_art_cards_are_not_known() -> None:
    following = open_rematch(session=noted_by_its_art_last(), by=now())
    points = {f"points-retail-{name.lower()}_0": 3 for name in RETAIL_CARDS}
    fields = {"edition": "retail", "cards_of": "retail", "cards": RETAIL_CARDS, **points}
    host = phone(following, hosts=True)
    answer = host.post(f"/table/{following.uuid}/rules/", {"do": "save", **fields})
    assert answer.status_code == 302
    assert way_of_the_first_painting(following) == "slots"
