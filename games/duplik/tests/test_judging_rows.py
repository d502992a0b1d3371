"""Duplik: the rows that each change of a round being judged adds and removes, and no others.

An older round of the same table and a round of another table have the same rows too."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from games.duplik import disputes, judging
from games.duplik.models import Dispute, Judgement, Judging, Tick, Vote
from games.duplik.rules import ROUNDS, Round
from scoring.core.refusals import Refused
from scoring.models import Phone, Session
from scoring.models.revisions import By
from scoring.sessions.recording import record
from scoring.web.table_access import Visit, phone_with_rights
from tests.builders.tables import open_empty, phone

pytestmark = pytest.mark.django_db

NAMES = ("Sam", "Amy", "Mika", "Zoe")
NOW = datetime(2026, 3, 3, 20, 0, tzinfo=UTC)


def fill(session: Session, number: int | None = None, side: str = "left") -> Judging:
    """Sam narrates; Mika is done with Amy's drawing, whose boxes 1 and 2 are ticked.

    Box 1 is disputed, and Mika voted for it; box 2 is disputed, with one vote each way."""
    seats = {seat.name: seat for seat in session.seats.all()}
    about: dict[str, Any] = {"super_criterion": 7, "title": "Tea", "side": side, "called": 4}
    row = Judging.objects.create(session=session, narrator=seats["Sam"], number=number, **about)
    for judge, artist in (("Mika", "Amy"), ("Zoe", "Mika"), ("Amy", "Zoe")):
        people = {"artist": seats[artist], "judge": seats[judge], "narrator": seats["Sam"]}
        Judgement.objects.create(judging=row, done=artist == "Amy", **people)
    for artist, box in (("Amy", 1), ("Amy", 2), ("Mika", 3)):
        Tick.objects.create(judging=row, artist=seats[artist], criterion=box)
    for box, votes in ((1, {"Mika": True}), (2, {"Mika": True, "Zoe": False})):
        dispute = Dispute.objects.create(
            judging=row, artist=seats["Amy"], criterion=box, judged=True
        )
        for judge, met in votes.items():
            people = {"judge": seats[judge], "narrator": seats["Sam"]}
            Vote.objects.create(dispute=dispute, met=met, **people)
    return row


def rows(*of: Judging) -> set[str]:
    """Return every row of these rounds in words."""
    lines = {
        f"Judging {one.narrator} {one.super_criterion} {one.title} {one.side} {one.called}"
        for one in Judging.objects.filter(pk__in=[each.pk for each in of])
    }
    for model in (Judgement, Tick, Dispute):
        for row in model._default_manager.filter(judging__in=of):
            lines.add(" ".join([model.__name__, *_columns(row)]))
    for vote in Vote.objects.filter(dispute__judging__in=of).select_related("dispute"):
        lines.add(f"Vote {vote.dispute.criterion} {vote.judge} {vote.met} {vote.phone_of}")
    return lines


def _columns(row: Any) -> list[str]:
    names = ("artist", "criterion", "judge", "done", "judged", "author_says", "met", "phone_of")
    return [str(getattr(row, name)) for name in names if hasattr(row, name)]


def opened() -> Session:
    """Open a table of two laps, of which the first round is recorded."""
    session = open_empty("duplik", *NAMES, options={"laps": 2})
    first = Round("Sam", 7, dict.fromkeys(NAMES[1:], ()))
    by = By(at=NOW)
    record(session=session, change=lambda state: ROUNDS.add(state, first), action="round", by=by)
    return session


@pytest.fixture
def session() -> Session:
    return opened()


def visit_of(session: Session, name: str, *, hosts: bool = False) -> Visit:
    seat = session.seats.get(name=name)
    phone = Phone.objects.create(
        session=session, browser=name, seat=seat, hosts=hosts, joined_at=NOW
    )
    return Visit(Phone.objects.get(pk=phone.pk), None)


Change = Callable[..., object]
ROUND = "Judging Sam 7 Tea left 4"
CHANGES: dict[str, tuple[Change, dict[str, Any], set[str], set[str]]] = {
    "another super criterion": (
        judging.describe,
        {"super_criterion": 8, "title": "Pot"},
        {ROUND},
        {"Judging Sam 8 Pot left 4"},
    ),
    "the other side": (
        judging.pass_on,
        {"side": "right", "at": NOW},
        {ROUND}
        | {"Judgement Amy Mika True", "Judgement Mika Zoe False", "Judgement Zoe Amy False"},
        {"Judging Sam 7 Tea right 4"}
        | {"Judgement Amy Zoe False", "Judgement Mika Amy False", "Judgement Zoe Mika False"},
    ),
    "the same side": (judging.pass_on, {"side": "left", "at": NOW}, set(), set()),
    "another call": (judging.call, {"criterion": 5}, {ROUND}, {"Judging Sam 7 Tea left 5"}),
    "no call": (judging.call, {"criterion": None}, {ROUND}, {"Judging Sam 7 Tea left None"}),
    "a tick more": (
        judging.tick,
        {"artist": "Mika", "met": [3, 4], "before": [3]},
        set(),
        {"Tick Mika 4"},
    ),
    "a tick less": (
        judging.tick,
        {"artist": "Mika", "met": [], "before": [3]},
        {"Tick Mika 3"},
        set(),
    ),
    "a box as it is": (
        judging.tick,
        {"artist": "Mika", "met": [3], "before": [3], "box": 3},
        set(),
        set(),
    ),
    "a judge who is done": (
        judging.finish,
        {"artist": "Mika", "done": True},
        {"Judgement Mika Zoe False"},
        {"Judgement Mika Zoe True"},
    ),
    "a judge who is not done": (
        judging.finish,
        {"artist": "Amy", "done": False},
        {"Judgement Amy Mika True"},
        {"Judgement Amy Mika False"},
    ),
}


def others(session: Session) -> tuple[Judging, Judging, Judging]:
    """Return the round that is being judged, the one before it, and one of another table."""
    return fill(session), fill(session, 1), fill(opened())


@pytest.mark.parametrize(("change", "fields", "removed", "added"), CHANGES.values(), ids=CHANGES)
def test_it_changes_these_rows_alone(
    session: Session, change: Change, fields: dict[str, Any], removed: set[str], added: set[str]
) -> None:
    live, *elsewhere = others(session)
    before, same = rows(live), rows(*elsewhere)
    change(session=session, round=live.pk, **fields)
    after = rows(live)
    assert (before - after, after - before) == (removed, added)
    assert rows(*elsewhere) == same


def test_a_round_that_is_started_over_leaves_nothing(session: Session) -> None:
    live, *elsewhere = others(session)
    same = rows(*elsewhere)
    phone(session, hosts=True)
    host = phone_with_rights(session.uuid, Phone.objects.latest("pk").browser, None)
    assert host
    judging.start_over(visit=Visit(host, None), round=live.pk)
    assert rows(live) == set()
    assert rows(*elsewhere) == same


OPEN_1, OPEN_2 = "Dispute Amy 1 True None None None", "Dispute Amy 2 True None None None"
DISPUTES: dict[str, tuple[str, Change, dict[str, Any], set[str], set[str]]] = {
    "of a ticked box": (
        "Amy",
        disputes.begin_dispute,
        {"artist": "Mika", "criterion": 3},
        set(),
        {"Dispute Mika 3 True None None None"},
    ),
    "of an empty box": (
        "Amy",
        disputes.begin_dispute,
        {"artist": "Mika", "criterion": 9},
        set(),
        {"Dispute Mika 9 False None None None"},
    ),
    "that is there already": (
        "Zoe",
        disputes.begin_dispute,
        {"artist": "Amy", "criterion": 1},
        set(),
        set(),
    ),
    "that is withdrawn": (
        "Zoe",
        disputes.withdraw_dispute,
        {"artist": "Amy", "criterion": 1},
        {OPEN_1, "Vote 1 Mika True None"},
        set(),
    ),
    "the last vote, for it": (
        "Zoe",
        disputes.vote,
        {"artist": "Amy", "criterion": 1, "judge": "Zoe", "met": True},
        {OPEN_1},
        {"Dispute Amy 1 True None True None", "Vote 1 Zoe True Zoe"},
    ),
    "the last vote, against it": (
        "Zoe",
        disputes.vote,
        {"artist": "Amy", "criterion": 1, "judge": "Zoe", "met": False},
        set(),
        {"Vote 1 Zoe False Zoe"},
    ),
    "another vote than before": (
        "Zoe",
        disputes.vote,
        {"artist": "Amy", "criterion": 2, "judge": "Zoe", "met": True},
        {OPEN_2, "Vote 2 Zoe False None"},
        {"Dispute Amy 2 True None True None", "Vote 2 Zoe True Zoe"},
    ),
    "the author decides": (
        "Amy",
        disputes.author_decides,
        {"artist": "Amy", "criterion": 2, "met": False},
        {OPEN_2, "Tick Amy 2"},
        {"Dispute Amy 2 True False False Amy"},
    ),
}


@pytest.mark.parametrize(
    ("name", "change", "fields", "removed", "added"), DISPUTES.values(), ids=DISPUTES
)
def test_a_dispute_changes_these_rows_alone(
    session: Session,
    name: str,
    change: Change,
    fields: dict[str, Any],
    removed: set[str],
    added: set[str],
) -> None:
    live, *elsewhere = others(session)
    before, same = rows(live), rows(*elsewhere)
    change(visit=visit_of(session, name), round=live.pk, **fields)
    after = rows(live)
    assert (before - after, after - before) == (removed, added)
    assert rows(*elsewhere) == same


REFUSALS: dict[str, tuple[Change, dict[str, Any], str, str]] = {
    "another round": (judging.call, {"round": 0, "criterion": 1}, "", "round-is-gone"),
    "no such super criterion": (
        judging.describe,
        {"super_criterion": 11, "title": ""},
        "super",
        "out-of-range",
    ),
    "no such criterion": (judging.call, {"criterion": 11}, "criterion", "out-of-range"),
    "no criterion nought": (judging.call, {"criterion": 0}, "criterion", "out-of-range"),
    "the narrator draws nothing": (
        judging.tick,
        {"artist": "Sam", "met": [1], "before": []},
        "artist",
        "not-an-artist",
    ),
    "no such box": (
        judging.tick,
        {"artist": "Mika", "met": [11], "before": []},
        "criterion",
        "out-of-range",
    ),
    "a judge who is done": (
        judging.tick,
        {"artist": "Amy", "met": [5], "before": []},
        "artist",
        "sheet-is-done",
    ),
}


@pytest.mark.parametrize(("change", "fields", "where", "code"), REFUSALS.values(), ids=REFUSALS)
def test_it_refuses_with_the_place_and_changes_nothing(
    session: Session, change: Change, fields: dict[str, Any], where: str, code: str
) -> None:
    live = fill(session)
    before = rows(live)
    with pytest.raises(Refused) as caught:
        change(**{"session": session, "round": live.pk, **fields})
    assert (caught.value.where, caught.value.code) == (where, code)
    assert rows(live) == before


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        (judging.tick, {"artist": "Mika", "met": [1], "before": []}),
        (judging.finish, {"artist": "Mika", "done": True}),
    ],
)
def test_nobody_judges_before_the_drawings_are_passed_on(
    session: Session, change: Change, fields: dict[str, Any]
) -> None:
    live = fill(session, side="")
    with pytest.raises(Refused) as caught:
        change(session=session, round=live.pk, **fields)
    assert (caught.value.where, caught.value.code) == ("side", "no-side")


def test_a_disputed_box_is_not_ticked(session: Session) -> None:
    live = fill(session)
    judging.finish(session=session, round=live.pk, artist="Amy", done=False)
    with pytest.raises(Refused) as caught:
        judging.tick(session=session, round=live.pk, artist="Amy", met=[2], before=[1, 2])
    assert (caught.value.where, caught.value.code) == ("criterion", "box-is-disputed")


NOT_ARGUED: dict[str, tuple[str, Change, dict[str, Any], str, str]] = {
    "by the narrator": (
        "Sam",
        disputes.begin_dispute,
        {"artist": "Mika", "criterion": 3},
        "",
        "narrator-keeps-out",
    ),
    "about no box": (
        "Amy",
        disputes.begin_dispute,
        {"artist": "Mika", "criterion": 11},
        "criterion",
        "out-of-range",
    ),
    "by its author": (
        "Amy",
        disputes.vote,
        {"artist": "Amy", "criterion": 1, "judge": "Amy", "met": True},
        "judge",
        "author-does-not-vote",
    ),
    "about a box without one": (
        "Zoe",
        disputes.vote,
        {"artist": "Amy", "criterion": 3, "judge": "Zoe", "met": True},
        "criterion",
        "no-dispute",
    ),
    "with a vote of somebody else": (
        "Zoe",
        disputes.vote,
        {"artist": "Amy", "criterion": 1, "judge": "Mika", "met": False},
        "judge",
        "own-phone",
    ),
    "before all have voted": (
        "Amy",
        disputes.author_decides,
        {"artist": "Amy", "criterion": 1, "met": True},
        "criterion",
        "not-even",
    ),
}


@pytest.mark.parametrize(
    ("name", "change", "fields", "where", "code"), NOT_ARGUED.values(), ids=NOT_ARGUED
)
def test_nobody_argues(
    session: Session, name: str, change: Change, fields: dict[str, Any], where: str, code: str
) -> None:
    live = fill(session)
    visit = visit_of(session, name)
    if name != "Mika":
        visit_of(session, "Mika")
    before = rows(live)
    with pytest.raises(Refused) as caught:
        change(visit=visit, round=live.pk, **fields)
    assert (caught.value.where, caught.value.code) == (where, code)
    assert rows(live) == before
