"""Recording a change: one transaction, from the latest State, writing only rows that differ."""

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.duplik import rules as duplik
from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.documents.scorer import dump_document, read_document
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.sessions import lifecycle, recording
from scoring.sessions.loading import load
from scoring.sessions.recording import PlayersChanged
from scoring.sessions.undo import undo
from tests.builders.duplik_sessions import (
    NOBODY,
    NOW,
    PLAYERS,
    becomes,
    document,
    numbers,
    results,
    sheet,
    start_session,
    ticked,
)
from tests.builders.revisions import document_of

pytestmark = pytest.mark.django_db

each_game = pytest.mark.parametrize("game", installed_games().values(), ids=lambda game: game.slug)


@each_game
def test_rows_are_the_document(game: Game[Any]) -> None:
    dice = Random(7)
    for _ in range(40):
        given = {**game.sample(dice), "id": str(uuid4()), "played_on": "2024-02-29"}
        session = recording.start(document=read_document(given), by=NOBODY)
        session.refresh_from_db()
        assert dump_document(load(session)) == given
        assert {**document_of(session, 1), "id": given["id"]} == given


@each_game
def test_a_session_becomes_any_other_of_the_same_players(game: Game[Any]) -> None:
    """Rows, results and derived rows follow, whatever the change is."""
    dice = Random(8)
    session = None
    for _ in range(60):
        given = read_document(game.sample(dice))
        if session is None or load(session).state.players != given.state.players:
            session = recording.start(document=given, by=NOBODY)
            continue
        state = given.state
        recording.record(session=session, change=becomes(state), action="any", by=NOBODY)
        session.refresh_from_db()
        assert load(session).state == state
        fresh = recording.start(document=given, by=NOBODY)
        assert results(session) == results(fresh)


def test_it_records_a_change_as_a_revision(django_user_model: type[User]) -> None:
    alice = django_user_model.objects.create(username="alice")
    session = start_session(1)
    recorded = ticked(session, 7, By(at=NOW, actor=alice))
    revision = session.revisions.get(number=2)
    assert (recorded.revision, recorded.repeated) == (2, False)
    assert (revision.action, revision.actor, revision.at) == ("tick", alice, NOW)
    assert document_of(session, 2)["rounds"][0]["sheets"]["Ben"] == [1, 2, 7]
    assert sheet(session) == (1, 2, 7)


def test_a_refused_change_leaves_nothing_behind() -> None:
    session = start_session(1)
    with pytest.raises(Refused):
        ticked(session, 11)
    assert numbers(session) == [1]
    assert sheet(session) == (1, 2)


def test_a_change_meets_what_others_recorded_since() -> None:
    session = start_session(1)
    seen_by_two_phones = Session.objects.get(pk=session.pk)
    ticked(session, 7)
    ticked(seen_by_two_phones, 8)
    assert sheet(session) == (1, 2, 7, 8)
    assert numbers(session) == [1, 2, 3]


def test_the_same_tap_counts_once() -> None:
    session = start_session(1)
    tap = By(at=NOW, key=uuid4())
    first = ticked(session, 7, tap)
    ticked(session, 8)
    again = ticked(session, 7, tap)
    assert (again.revision, again.repeated) == (first.revision, True)
    assert numbers(session) == [1, 2, 3]


def test_results_are_there_while_it_is_over_and_only_then() -> None:
    session = start_session(8)
    assert results(session) == []
    last = duplik.Round("Cleo", 1, {"Ana": (), "Ben": (1,)})
    recording.record(
        session=session, change=lambda s: duplik.ROUNDS.add(s, last), action="add", by=NOBODY
    )
    assert Session.objects.get(pk=session.pk).finished_at == NOW
    assert [rank for _, rank, _ in results(session)] == [3, 1, 1]
    undo(session=session, by=NOBODY)
    assert Session.objects.get(pk=session.pk).finished_at is None
    assert results(session) == []


def test_a_table_stops_and_goes_on() -> None:
    session = start_session(1)
    assert recording.stop(session=session, by=NOBODY).outcome.end == "stopped"
    session.refresh_from_db()
    assert session.stopped
    assert len(results(session)) == 3
    assert recording.reopen(session=session, by=NOBODY).outcome.end is None
    assert results(session) == []


def test_day_place_and_notes_are_recorded_and_undone_like_the_rest() -> None:
    session = start_session(1)
    recording.describe(
        session=session, played_on=date(2024, 3, 1), location="Kitchen", notes="Two cats", by=NOBODY
    )
    session.refresh_from_db()
    assert (session.played_on, session.location) == (date(2024, 3, 1), "Kitchen")
    assert document_of(session, 2)["notes"] == "Two cats"
    undo(session=session, by=NOBODY)
    session.refresh_from_db()
    assert (session.played_on, session.location) == (None, "")


def test_what_is_past_its_30_days_is_removed_for_good() -> None:
    quick, deleted, remaining = start_session(1), start_session(1), start_session(1)
    group = Group.objects.create(name="Thursday", slug="thursday")
    for session in (deleted, remaining):
        lifecycle.move(session=session, group=group, league=None, by=NOBODY)
    lifecycle.delete(session=deleted, by=By(at=timezone.now()))
    call_command("tend", verbosity=0)
    assert sorted(Session.objects.values_list("pk", flat=True)) == [deleted.pk, remaining.pk]
    Session.objects.filter(pk=deleted.pk).update(expires_at=NOW)
    call_command("tend", verbosity=0)
    assert Session.objects.get() == remaining
    assert quick.pk != remaining.pk


def test_codes_cannot_be_guessed() -> None:
    """12 of 32 letters and figures: 60 bits."""
    codes = {start_session().code for _ in range(20)}
    assert len(codes) == 20
    assert {len(code) for code in codes} == {12}
    assert len(set("".join(codes))) > 20


def queries_of_a_tap(rounds: int) -> int:
    players = ["Ana", "Ben", "Cleo", "Dov", "Eva", "Fay"]
    played = [
        {
            "narrator": players[at % 6],
            "super": 1,
            "sheets": {name: [1] for name in players if name != players[at % 6]},
        }
        for at in range(rounds)
    ]
    long = {**document(), "players": players, "rounds": played}
    session = recording.start(document=read_document(long), by=NOBODY)
    with CaptureQueriesContext(connection) as captured:
        ticked(session, 9)
    return len(captured)


def test_a_tap_costs_as_many_queries_after_15_rounds_as_after_one() -> None:
    assert queries_of_a_tap(1) == queries_of_a_tap(15) <= 14


def test_the_same_key_opens_one_table() -> None:
    by = By(at=NOW, key=uuid4())
    first = recording.start(document=read_document(document()), by=by)
    assert recording.start(document=read_document(document()), by=by) == first
    assert Session.objects.count() == 1


def test_nothing_is_recorded_that_could_not_be_read_back() -> None:
    session = start_session(1)
    untitled = duplik.Round("Ben", 1, {"Ana": (), "Cleo": ()}, title=" ")
    with pytest.raises(Refused):
        recording.record(
            session=session, change=lambda s: duplik.ROUNDS.add(s, untitled), action="a", by=NOBODY
        )
    with pytest.raises(Refused):
        recording.describe(session=session, played_on=None, location=" x", notes="", by=NOBODY)
    assert numbers(session) == [1]


def test_no_change_moves_the_players() -> None:
    session = start_session(1)
    with pytest.raises(PlayersChanged):
        recording.record(
            session=session,
            change=lambda s: replace(s, players=("Ben", "Ana", "Cleo")),
            action="a",
            by=NOBODY,
        )


def test_going_on_takes_back_the_pick_of_a_winner() -> None:
    cards = [{"name": name, "points": [1]} for name in ("Unity", "Space", "Variety", "Movement")]
    paintings: dict[str, list[dict[str, int]]] = {
        "Ana": [{"bonus": 9}],
        "Ben": [{"bonus": 9}],
        "Cleo": [],
    }
    picked = {
        "format": "scorefolio/session@1", "game": "canvas", "players": PLAYERS, "cards": cards,
        "paintings": paintings, "stopped": True, "judge_choice": "Ben",
    }  # fmt: skip
    session = recording.start(document=read_document(picked), by=NOBODY)
    assert recording.reopen(session=session, by=NOBODY).outcome.end is None
    assert load(session).state.judge_choice is None
