"""A final result and a correction take as many queries in a long season as in a short one.

The database counts the results of the players; `make bench` measures how long that takes."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.documents.scorer import SessionDocument
from scoring.models import Group, Season, Session
from scoring.models.revisions import By
from scoring.sessions import recording
from tests.builders.seasons import FIRST, artem_document, play_session, season_of
from tests.builders.tables import phone
from tools.bench.statements import most

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return season_of(Group.objects.create(name="Thursday", slug="thursday"), skill=True)


def evening(*ranks: int, day: int) -> SessionDocument[Any]:
    return artem_document(*ranks, day=FIRST + timedelta(days=day))


def play(season: Season, *ranks: int, day: int) -> Session:
    return play_session(season.league.group, evening(*ranks, day=day), league=season.league)


def queries_of_final_result(season: Season, day: int) -> int:
    session = play(season, 1, 2, 3, 4, day=day)
    recording.reopen(session=session, by=By(at=timezone.now()))
    with CaptureQueriesContext(connection) as asked:
        recording.stop(session=session, by=By(at=timezone.now()))
    return len(asked)


def test_a_phone_that_ends_a_session_asks_for_no_more_than_the_result_needs(
    season: Season,
) -> None:
    """It asks who it is, whether the tap is repeated, and for a rematch; not its rights again."""
    play(season, 1, 2, 3, 4, day=0)
    result = queries_of_final_result(season, 1)
    session = play(season, 1, 2, 3, 4, day=2)
    recording.reopen(session=session, by=By(at=timezone.now()))
    host = phone(session, hosts=True)
    headers = {"hx-request": "true"}
    with CaptureQueriesContext(connection) as asked:
        page = host.post(f"/table/{session.uuid}/end/", {"key": str(uuid4())}, headers=headers)
    assert page.status_code == 200
    assert len(asked) <= result + 3


def queries_of_correction() -> int:
    """Count what it takes to correct the oldest session, in which two players are swapped."""
    session = Session.objects.order_by("played_on", "pk")[0]
    state = evening(2, 1, 3, 4, day=0).state
    with CaptureQueriesContext(connection) as asked:
        recording.record(
            session=session, change=lambda _: state, action="x", by=By(at=timezone.now())
        )
    return len(asked)


def test_a_final_result_asks_as_much_in_a_long_season_as_in_a_short_one(season: Season) -> None:
    play(season, 1, 2, 3, 4, day=0)
    first = queries_of_final_result(season, 1)
    for day in range(2, 30):
        play(season, 1, 2, 3, 4, day=day)
    assert queries_of_final_result(season, 30) == first
    assert first <= most("final result")


@pytest.mark.parametrize("days", [2, 30])
def test_a_correction_of_the_oldest_session_asks_as_much(season: Season, days: int) -> None:
    for day in range(days):
        play(season, 1, 2, 3, 4, day=day)
    assert queries_of_correction() <= most("correction")
