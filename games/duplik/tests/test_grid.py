"""Duplik on one phone: whole rounds as one form, corrected and taken back."""

import pytest
from django.test import Client

from games.duplik.tests.phones import url
from scoring.models import Session
from scoring.sessions.loading import load

pytestmark = pytest.mark.django_db

GRID = {"at": 0, "narrator": "Sam", "super_criterion": 6, "sheet-2": [1, 2, 6], "sheet-3": [2, 9]}


def test_it_enters_a_whole_round_with_one_plain_form(host: Client, session: Session) -> None:
    page = host.get(url(session, "round/"))
    assert page.status_code == 200
    assert "<h1>Round 1</h1>" in page.content.decode()
    tried = host.post(url(session, "round/"), GRID)
    assert "0 → 5 points" in tried.content.decode()
    assert load(session).state.rounds == ()
    assert host.post(url(session, "round/"), {**GRID, "save": "1"}).status_code == 302
    round = load(session).state.rounds[0]
    assert (round.narrator, round.super_criterion) == ("Sam", 6)
    assert round.sheets == {"Amy": (1, 2, 6), "Mika": (2, 9)}
    assert "<h1>Round 2</h1>" in host.get(url(session, "round/")).content.decode()


def test_it_gives_a_round_from_the_grid_back_when_it_is_taken_back(
    host: Client, session: Session
) -> None:
    host.post(url(session, "round/"), {**GRID, "save": "1"})
    host.post(f"/table/{session.uuid}/undo/", {"seen": 2})
    assert load(session).state.rounds == ()
    page = host.get(url(session, "round/")).content.decode()
    assert page.count("checked") == 7  # narrator, super criterion, five boxes


def test_it_corrects_a_round(host: Client, session: Session) -> None:
    host.post(url(session, "round/"), {**GRID, "save": "1"})
    assert "<h1>Round 1</h1>" in host.get(url(session, "round/1/")).content.decode()
    again = {**GRID, "sheet-3": [2, 9, 10], "title": "Boats", "save": "1"}
    assert host.post(url(session, "round/1/"), again).status_code == 302
    round = load(session).state.rounds[0]
    assert (round.title, round.sheets["Mika"]) == ("Boats", (2, 9, 10))
    host.post(url(session, "round/1/"), {**again, "out": "on"})
    assert load(session).state.rounds == ()


def test_a_correction_that_came_too_late_is_looked_at_again_and_then_saved(
    host: Client, session: Session
) -> None:
    host.post(url(session, "round/"), {**GRID, "save": "1"})
    corrected = {**GRID, "title": "Boats", "save": "1"}
    for what in ("undo", "redo"):
        host.post(
            f"/table/{session.uuid}/{what}/", {"seen": Session.objects.get(pk=session.pk).revision}
        )
    late = host.post(url(session, "round/1/"), {**corrected, "seen": "2"})
    assert late.status_code == 422
    assert 'name="seen" type="hidden" value="4"' in late.content.decode()
    assert load(session).state.rounds[0].title is None
    assert host.post(url(session, "round/1/"), {**corrected, "seen": "4"}).status_code == 302
    assert load(session).state.rounds[0].title == "Boats"


def test_it_tells_the_second_phone_that_the_round_is_recorded(
    host: Client, session: Session
) -> None:
    host.post(url(session, "round/"), {**GRID, "save": "1"})
    second = host.post(url(session, "round/"), {**GRID, "save": "1", "narrator": "Amy"})
    assert second.status_code == 422
    assert "Number 1 has already been entered" in second.content.decode()
    assert len(load(session).state.rounds) == 1
