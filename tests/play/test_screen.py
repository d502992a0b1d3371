"""Every screen of a table shows the latest change, and a plate for each player."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.models import Phone, Session
from scoring.models.revisions import By
from scoring.play.screen import outcome_before, plates, table_now
from scoring.play.undo.button import latest_change
from scoring.sessions import recording
from scoring.web.table_access import Visit
from tests.builders.tables import artem_table, enter_turns

TURNED = datetime(2026, 3, 1, 20, tzinfo=UTC)
SECOND = timedelta(seconds=1)


# Who did it last


def a_visit(session: Session, *, belongs: bool) -> Visit:
    phone = Phone(session=session, hosts=True)
    phone.belongs = belongs
    return Visit(phone, None)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("account", "place", "to_members", "to_others"),
    [("alice", 1, "alice", "Ida"), ("alice", None, "alice", ""), ("", 1, "Ida", "Ida")],
)
def test_it_names_the_account_to_members_and_the_seat_to_others(
    account: str, place: int | None, to_members: str, to_others: str
) -> None:
    session = artem_table("", "", "1x2")
    actor = User.objects.create(username=account) if account else None
    seat = session.seats.get(place=place) if place else None
    recording.stop(session=session, by=By(at=timezone.now(), actor=actor, seat=seat))
    session.refresh_from_db()
    now = table_now(session)
    assert latest_change(a_visit(session, belongs=True), now).who == to_members
    assert latest_change(a_visit(session, belongs=False), now).who == to_others


@pytest.mark.django_db
def test_the_latest_is_what_one_tap_takes_back() -> None:
    session = artem_table("", "", "1x2")
    alice = User.objects.create(username="alice")
    recording.stop(session=session, by=By(at=timezone.now(), actor=alice))
    session.refresh_from_db()
    last = latest_change(a_visit(session, belongs=True), table_now(session))
    assert (last.seen, last.who) == (5, "alice")
    assert last.sentence == "Stopped early"


@pytest.mark.django_db
def test_it_names_the_revision_that_it_shows_where_somebody_tapped_meanwhile() -> None:
    session = artem_table("", "", "1x2")
    read_before = Session.objects.get(pk=session.pk)
    recording.stop(session=session, by=By(at=timezone.now()))
    now = table_now(read_before)
    assert (now.session.revision, now.session.version, now.state.stopped) == (5, 5, True)


# What it was before


@pytest.mark.django_db
def test_nothing_stood_before_the_first_entry() -> None:
    session = artem_table()
    assert outcome_before(table_now(session)) is None
    enter_turns(session, "")
    assert outcome_before(table_now(session)) is None


@pytest.mark.django_db
def test_it_compares_with_the_revision_right_before() -> None:
    session = artem_table("", "", "1x5", "1x6", "1x2")
    then = outcome_before(table_now(session))
    assert then is not None
    assert {standing.player: standing.points for standing in then.standings} == {"Ida": 7, "Joe": 9}


# A row for each


@pytest.mark.django_db
def test_a_row_says_who_stands_where_and_what_has_moved() -> None:
    session = artem_table("", "", "1x5", "1x6")
    now = table_now(session)
    joe, ida = plates(now, outcome_before(now))
    assert [(row.name, row.place, row.rank, row.points) for row in (joe, ida)] == [
        ("Joe", 2, 1, 9),
        ("Ida", 1, 2, 7),
    ]
    assert (joe.gained, joe.rises, joe.climbs, joe.came_from) == (9, True, True, 2)
    assert (ida.gained, ida.rises, ida.climbs, ida.came_from) == (0, False, False, 1)
    assert (joe.begun, ida.begun) == (True, True)


@pytest.mark.django_db
def test_nothing_has_moved_where_nothing_is_compared() -> None:
    for row in plates(table_now(artem_table("", "", "1x5"))):
        assert (row.moved, row.gained, row.rises, row.climbs, row.came_from) == (
            None, 0, False, False, None
        )  # fmt: skip


@pytest.mark.django_db
def test_nobody_is_ranked_before_the_first_entry() -> None:
    now = table_now(artem_table())
    assert not now.has_begun
    assert [(row.begun, row.why) for row in plates(now)] == [(False, ""), (False, "")]


@pytest.mark.django_db
def test_it_names_players_as_they_are_called_elsewhere() -> None:
    now = table_now(artem_table("", "", "1x5"), {"Ida": "The Fox"})
    assert [row.name for row in plates(now)] == ["The Fox", "Joe"]
    assert list(now.seats) == ["The Fox", "Joe"]
    assert now.state.players == ("The Fox", "Joe")
