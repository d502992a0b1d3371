"""A recorded session is corrected on the same sheet: one revision, with its effect shown before."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Group, Membership, Session
from scoring.sessions.loading import load
from tests.builders.groups import thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import artem_table, enter_turns, phone, signed_in
from tests.pages import words
from tests.sheets.sheets import cells, seats

pytestmark = pytest.mark.django_db

RULES = {"variant": "standard", "directions": "universal"}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def session(group: Group) -> Session:
    """Return a session that Ana has won with 7 points; Ben has 5."""
    league = season_of(group).league
    return play_session(group, artem_document(1, 2), league=league)


@pytest.fixture
def keeper(group: Group) -> Client:
    return signed_in("kim", group, Membership.Role.SCOREKEEPER)


def correct(client: Client, session: Session, do: str, *lines: str, **fields: Any) -> Any:
    fields = {"seen": session.revision, "stopped": "on", **RULES, **fields}
    own = cells(seats(2), *lines)
    return client.post(f"/table/{session.uuid}/sheet/", {"do": do, **own, **fields})


def test_the_sheet_shows_what_is_recorded(keeper: Client, session: Session) -> None:
    page = keeper.get(f"/table/{session.uuid}/sheet/")
    lines = page.context["sheet"].shown.lines
    assert [[cell.value for cell in line.cells] for line in lines[:3]] == [
        ["-", "-"],
        ["5", "4"],
        ["", ""],
    ]


def test_it_shows_what_would_change_then_saves_one_revision(
    keeper: Client, session: Session
) -> None:
    checked = words(correct(keeper, session, "check", "- | -", "3 | 4").content.decode())
    assert "Ana wins → Ben wins" in checked
    assert "In the standings of Cup, Year" in checked
    assert "rank 1 → 2" in checked
    session.refresh_from_db()
    assert session.revision == 1
    saved = correct(keeper, session, "save", "- | -", "3 | 4")
    assert saved["Location"] == f"/table/{session.uuid}/result/"
    session.refresh_from_db()
    assert session.revision == 2
    assert session.revisions.get(number=2).action == "sheet"
    first = session.seats.get(result__rank=1)
    assert first.name == "Ben"


def test_nothing_is_recorded_where_nothing_changed(keeper: Client, session: Session) -> None:
    correct(keeper, session, "save", "- | -", "5 | 4")
    session.refresh_from_db()
    assert session.revision == 1


def test_another_change_meanwhile_is_shown_beside_what_was_typed(group: Group) -> None:
    session = artem_table("", "", "1x5", players=("Ana", "Ben"), group=group)
    keeper = signed_in("kim", group, Membership.Role.SCOREKEEPER)
    seen = session.revision
    enter_turns(session, "1x2")
    page = correct(keeper, session, "save", "|", "5 | 6", seen=seen, stopped="")
    text = words(page.content.decode())
    assert "Someone else has changed this session since you opened the sheet." in text
    assert "Currently recorded: 5 · 2" in text
    assert 'value="6"' in page.content.decode()
    assert len(load(session).state.turns) == 4
    assert load(session).state.turns[3].claims[0].length == 2
    shown = re.search(r'name="seen"[^>]* value="(\d+)"', page.content.decode())
    assert shown
    correct(keeper, session, "save", "|", "5 | 6", seen=int(shown[1]), stopped="")
    session.refresh_from_db()
    assert load(session).state.turns[3].claims[0].length == 6


def test_rules_can_be_corrected_too(keeper: Client, session: Session) -> None:
    correct(keeper, session, "save", "- | -", "5 | 4", variant="all-in")
    assert load(session).state.variant == "all-in"


def test_a_stop_without_anything_that_scores_is_refused_there(
    keeper: Client, session: Session
) -> None:
    page = correct(keeper, session, "save", "- | -")
    assert page.status_code == 422
    session.refresh_from_db()
    assert session.revision == 1


def test_it_is_for_those_who_host(group: Group, session: Session) -> None:
    for client in (phone(session, place=1), signed_in("mia", group)):
        assert correct(client, session, "save", "- | -", "3 | 4").status_code == 403
    assert correct(signed_in("zoe"), session, "save", "- | -", "3 | 4").status_code == 404
    session.refresh_from_db()
    assert session.revision == 1
