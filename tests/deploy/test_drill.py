"""The records of a drill, its comparison and its report."""

from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from deploy.drill.accounts import wrong_rows
from deploy.drill.check import Difference, compare
from deploy.drill.ledger import Evening, Tap, longest_gap
from deploy.drill.phones import torn_page
from deploy.drill.report import Row, Target, cells, table
from games.artem.rules import TURNS, Claim, Turn
from scoring.documents.scorer import read_document
from scoring.models import Session
from scoring.models.revisions import By
from scoring.sessions import recording

DOCUMENT = {
    "format": "scorefolio/session@1",
    "game": "artem",
    "players": ["Ana", "Ben"],
    "turns": [],
}
FIRST, SECOND, THIRD = (UUID(int=number) for number in (1, 2, 3))


def tap(*, at: int, key: UUID | None = None, table: str = "", **more: object) -> Tap:
    values = {"claim": "", "sent_at": 1.0, "tries": 1, "answered_at": 1.5, "status": 200, **more}
    return Tap(key or uuid4(), table, at, **values)  # type: ignore[arg-type]


def opened(*turns: tuple[UUID, tuple[Claim, ...]]) -> Session:
    session = recording.start(document=read_document(DOCUMENT), by=By(at=timezone.now()))
    for at, (key, claims) in enumerate(turns):
        turn = Turn(player=("Ana", "Ben")[at % 2], claims=claims)
        recording.record(
            session=session,
            change=partial(TURNS.add, entry=turn),
            action="turn",
            by=By(at=timezone.now(), key=key),
        )
    return session


@pytest.fixture
def since() -> datetime:
    return timezone.now()


@pytest.mark.django_db
def test_nothing_differs_when_every_accepted_tap_is_stored_once(since: datetime) -> None:
    table = str(opened((FIRST, ()), (SECOND, ())).uuid)
    taps = [
        tap(at=-1, table=table),
        tap(at=0, key=FIRST, table=table),
        tap(at=1, key=SECOND, table=table),
    ]
    assert compare(taps, since=since) == Difference(lost=0, doubled=0)


@pytest.mark.django_db
def test_an_accepted_tap_that_is_not_stored_is_lost(since: datetime) -> None:
    table = str(opened((FIRST, ())).uuid)
    taps = [
        tap(at=-1, table=table),
        *(tap(at=at, key=UUID(int=at + 1), table=table) for at in (0, 1)),
    ]
    assert compare(taps, since=since) == Difference(lost=1, doubled=0)


@pytest.mark.django_db
def test_a_tap_that_is_stored_as_something_else_is_lost(since: datetime) -> None:
    turns = [(UUID(int=number), ()) for number in range(1, 6)]
    table = str(opened(*turns, (UUID(int=6), (Claim(play=1, length=2),))).uuid)
    taps = [tap(at=-1, table=table)]
    taps += [tap(at=at, key=UUID(int=at + 1), table=table) for at in range(5)]
    assert compare([*taps, tap(at=5, key=UUID(int=6), table=table, claim="1x2")], since=since) == (
        Difference(lost=0, doubled=0)
    )
    assert compare([*taps, tap(at=5, key=UUID(int=6), table=table, claim="1x3")], since=since) == (
        Difference(lost=1, doubled=0)
    )


@pytest.mark.django_db
def test_a_turn_that_is_stored_twice_is_doubled(since: datetime) -> None:
    table = str(opened((FIRST, ()), (SECOND, ()), (THIRD, ())).uuid)
    taps = [
        tap(at=-1, table=table),
        tap(at=0, key=FIRST, table=table),
        tap(at=1, key=SECOND, table=table),
    ]
    assert compare(taps, since=since) == Difference(lost=0, doubled=1)


@pytest.mark.django_db
def test_a_table_that_was_opened_twice_is_doubled(since: datetime) -> None:
    table = str(opened().uuid)
    opened()
    assert compare([tap(at=-1, table=table)], since=since) == Difference(lost=0, doubled=1)


def test_the_outage_is_the_longest_time_without_an_accepted_tap() -> None:
    taps = [tap(at=0, answered_at=at) for at in (10.0, 11.0, 19.5, 20.0)]
    refused = tap(at=0, answered_at=15.0, status=404)
    evening = Evening((*taps, refused), (), 9.0, 21.0)
    assert evening.outage == 8.5
    assert longest_gap([]) == 0.0


@pytest.mark.parametrize(
    ("revision", "turns", "seen", "problem"),
    [
        (4, 3, 3, ""),
        (4, 4, 3, "revision 4 is shown with 4 turns"),
        (4, 2, 0, "revision 4 is shown with 2 turns"),
        (3, 2, 3, "2 turns are shown after 3 were seen"),
    ],
)
def test_it_notices_pages_that_are_torn_or_older_than_before(
    revision: int, turns: int, seen: int, problem: str
) -> None:
    form = f'<input name="at" type="hidden" value="{turns}">'
    page = (
        f'<div data-revision="{revision}">round {turns // 2 + 1}, playing to 12 points {form}</div>'
    )
    assert torn_page(page, at_least=seen) == problem


def test_it_notices_a_page_of_a_watcher_that_is_torn() -> None:
    page = '<div data-revision="4">round 3, playing to 12 points</div>'
    assert torn_page(page, at_least=3) == "revision 4 is shown in round 3"


def row(*, target: Target, **more: object) -> Row:
    taps = tuple(tap(at=at, answered_at=float(at), tries=1 + at % 2) for at in range(4))
    values = {"step": "killed", "difference": Difference(lost=0, doubled=0), **more}
    return Row(evening=Evening(taps, (), 0.0, 5.0), target=target, **values)  # type: ignore[arg-type]


def test_a_step_within_its_target_has_missed_nothing() -> None:
    assert row(target=Target(most_tries=2, outage=2)).missed == ()


def test_a_step_says_every_target_that_it_missed() -> None:
    missed = row(
        target=Target(most_tries=1, outage=1.5),
        difference=Difference(lost=2, doubled=1),
        problems=("no standby",),
    ).missed
    assert missed == ("2 lost", "1 doubled", "2 tries", "2.0 s down", "no standby")


def test_the_table_has_a_line_for_each_step() -> None:
    rows = [
        row(target=Target()),
        row(target=Target(most_tries=1), step="nothing"),
        row(target=Target(), step="slow", note="40 ms"),
    ]
    assert table(rows).splitlines() == [
        "step     seconds  sent  accepted  lost  doubled  torn  tries  outage  verdict",
        "killed         5     4         4     0        0     0      2     2.0  met",
        "nothing        5     4         4     0        0     0      2     2.0  MISSED: 2 tries",
        "slow           5     4         4     0        0     0      2     2.0  met: 40 ms",
    ]


def test_a_step_that_was_not_played_met_nothing() -> None:
    skipped = row(target=Target(outage=15), not_played="only root can mount a small disk to fill")
    assert cells(skipped)[-1] == "not played: only root can mount a small disk to fill"


def test_a_download_of_one_group_has_all_of_its_rows_and_no_others() -> None:
    own = "".join(f'{{"players": ["left 1"], "id": {number}}}\n' for number in range(3))
    other = '{"players": ["right 1"], "id": 9}\n'
    assert wrong_rows(own, "left", 3) == ""
    assert wrong_rows(own, "left", 4) == "3 rows were downloaded, 3 different ones, of 4"
    assert wrong_rows(own + own, "left", 3) == "6 rows were downloaded, 3 different ones, of 3"
    assert wrong_rows(own + other, "left", 4) == "1 of 4 downloaded rows were of another group"
