"""Permissions for a session after its end, and in a closed season."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.groups.members import change_role, remove_member
from scoring.leagues.leagues import close
from scoring.models import Group, Membership, Phone, Season, Session
from scoring.play.joining import TableIsOver, free_seat, take_seat
from scoring.sessions.recording import describe
from scoring.web.table_access import Needs, Visit, phone_with_rights
from tests.builders.groups import MEMBER, OWNER, SCOREKEEPER
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import artem_table, finished_table, phone, signed_in
from tests.pages import page_words

pytestmark = pytest.mark.django_db


def posted(client: Client, name: str, session: Session, *args: Any, **data: Any) -> int:
    return client.post(reverse(name, args=[session.uuid, *args]), data).status_code


def sit(client: Client, session: Session, place: int | str) -> int:
    return posted(client, "seats", session, place=place)


def undo(client: Client, session: Session) -> int:
    return posted(client, "undo", session, seen=Session.objects.get(pk=session.pk).revision)


def goes_on(session: Session) -> bool:
    return Session.objects.get(pk=session.pk).finished_at is None


# After the end


def test_a_watcher_takes_no_seat_after_the_end() -> None:
    session = finished_table()
    watcher = phone(session)
    assert sit(watcher, session, 1) == 422
    assert not Phone.objects.seated().exists()
    assert undo(watcher, session) == 403
    assert not goes_on(session)
    assert "Take a seat" not in page_words(watcher, reverse("table", args=[session.uuid]))


def test_a_member_takes_no_seat_after_the_end() -> None:
    group = Group.objects.create(name="Club", slug="club")
    session = finished_table(group=group)
    assert sit(signed_in("bob", group), session, 1) == 422
    assert not Phone.objects.seated().exists()


def test_who_sat_may_still_correct_and_give_the_seat_back_for_good() -> None:
    session = artem_table("", "", "1x5", "1x6", "", "1x6", "")
    seated = phone(session, place=2)
    assert posted(seated, "artem:turn", session, at=7, claim="1x3") == 302
    assert not goes_on(session)
    assert undo(seated, session) == 302
    assert goes_on(session)
    assert posted(seated, "redo", session, seen=session.revision + 2) == 302
    assert sit(seated, session, "") == 302
    assert sit(seated, session, 1) == 422
    assert undo(seated, session) == 403


def test_seats_are_free_to_take_while_a_session_goes_on_again() -> None:
    session = finished_table()
    watcher = phone(session)
    assert undo(phone(session, hosts=True), session) == 302
    assert sit(watcher, session, 1) == 302


def test_nobody_sits_down_with_a_page_from_before_the_end() -> None:
    session = finished_table()
    phone(session)
    with pytest.raises(TableIsOver):
        take_seat(phone=session.phones.watching().get(), seat=session.seats.get(place=1))


# Rights are checked when they are used


def visit_of(session: Session, needs: Needs = Needs.ENTER, **more: Any) -> Visit:
    phone(session, **more)
    browser = session.phones.order_by("-pk")[0].browser
    joined = phone_with_rights(session.uuid, browser, None)
    assert joined is not None
    return Visit(joined, None, needs)


def redate(visit: Visit, day: date) -> None:
    describe(session=visit.session, played_on=day, location="", notes="", by=visit.by())


def test_a_change_is_refused_to_a_phone_that_lost_its_seat_a_moment_ago() -> None:
    session = artem_table("", "")
    visit = visit_of(session, place=1)
    free_seat(seat=session.seats.get(place=1))
    with pytest.raises(PermissionDenied):
        redate(visit, date(2026, 1, 1))
    with pytest.raises(PermissionDenied), visit.confirmed():
        pass
    assert Session.objects.get(pk=session.pk).revision == session.revision


def test_a_change_is_refused_to_a_phone_that_moved_to_another_seat_a_moment_ago() -> None:
    session = artem_table("", "")
    visit = visit_of(session, place=1)
    take_seat(phone=Phone.objects.get(pk=visit.phone.pk), seat=session.seats.get(place=2))
    with pytest.raises(PermissionDenied):
        redate(visit, date(2026, 1, 1))


def visit_of_scorekeeper(session: Session) -> Visit:
    assert session.group is not None
    client = signed_in("kim", session.group, SCOREKEEPER)
    assert client.get(reverse("table", args=[session.uuid])).status_code == 200
    kim = User.objects.get(username="kim")
    browser = Phone.objects.get(user=kim).browser
    joined = phone_with_rights(session.uuid, browser, kim)
    assert joined is not None
    return Visit(joined, kim, Needs.HOST)


def demote(membership: Membership) -> None:
    change_role(membership=membership, role=MEMBER, at=timezone.now())


def remove(membership: Membership) -> None:
    remove_member(membership=membership, at=timezone.now())


@pytest.mark.parametrize("lose", [demote, remove])
@pytest.mark.parametrize("over", [False, True])
def test_a_change_is_refused_to_who_kept_scores_until_a_moment_ago(
    group: Group, lose: Callable[[Membership], None], over: bool
) -> None:
    session = finished_table(group=group) if over else artem_table(group=group)
    visit = visit_of_scorekeeper(session)
    lose(Membership.objects.get(user=visit.user, group=group))
    with pytest.raises(PermissionDenied):
        redate(visit, date(2026, 1, 1))
    assert Session.objects.get(pk=session.pk).revision == session.revision


def test_the_rights_are_read_again_only_if_the_table_changed_since() -> None:
    session = artem_table("", "")
    visit = visit_of(session, place=1)
    with CaptureQueriesContext(connection) as alone:
        redate(visit, date(2026, 1, 1))
    with CaptureQueriesContext(connection) as after_another:
        redate(visit, date(2026, 1, 2))
    assert [
        sum("scoring_phone" in query["sql"] for query in asked) for asked in (alone, after_another)
    ] == [0, 1]


def test_what_no_revision_records_is_refused_to_a_scorekeeper_who_has_just_become_a_member(
    group: Group,
) -> None:
    visit = visit_of_scorekeeper(artem_table(group=group))
    with visit.confirmed():
        pass
    demote(Membership.objects.get(user=visit.user))
    with pytest.raises(PermissionDenied), visit.confirmed():
        pass


# A closed season


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Club", slug="club")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group)


@pytest.fixture
def counted(group: Group, season: Season) -> Session:
    """A finished session that counts for a closed season."""
    session = play_session(group, artem_document(1, 2), league=season.league)
    close(season=season, at=timezone.now())
    return session


@pytest.mark.parametrize("who", ["a seat", "the host"])
def test_a_seat_and_a_host_correct_nothing_in_a_closed_season(
    counted: Session, season: Season, who: str
) -> None:
    place = 1 if who == "a seat" else None
    client = phone(counted, place=place, hosts=who == "the host")
    assert undo(client, counted) == 403
    assert posted(client, "about", counted, played_on="2020-01-01") == 403
    assert posted(client, "remove", counted) == 403
    assert posted(client, "end", counted) == 403
    assert posted(client, "restore", counted, 1) == 403
    counted.refresh_from_db()
    assert (counted.revision, counted.deleted_at) == (1, None)
    close(season=season, at=None)
    assert posted(client, "about", counted, played_on="2026-02-02", save="1") == 302


@pytest.mark.parametrize("role", [SCOREKEEPER, OWNER])
def test_who_keeps_the_scores_corrects_in_a_closed_season(counted: Session, role: str) -> None:
    keeper = signed_in("kim", counted.group, role)
    assert posted(keeper, "about", counted, played_on="2026-02-02", save="1") == 302
    counted.refresh_from_db()
    assert counted.played_on == date(2026, 2, 2)


def test_a_member_corrects_nothing_in_a_closed_season(counted: Session) -> None:
    bob = signed_in("bob", counted.group)
    assert bob.get(reverse("table", args=[counted.uuid])).status_code == 200
    assert undo(bob, counted) == 403


def test_one_closed_season_of_several_is_enough(counted: Session, group: Group) -> None:
    season_of(group, name="Open", slug="open")
    assert undo(phone(counted, place=1), counted) == 403


def test_a_seat_moves_no_session_into_a_closed_season(group: Group, season: Season) -> None:
    """By its day: it counted for no season before."""
    document = artem_document(1, 2, day=date(2025, 5, 5))
    session = play_session(group, document, league=season.league)
    close(season=season, at=datetime(2026, 7, 1, tzinfo=timezone.get_current_timezone()))
    seated = phone(session, place=1)
    assert posted(seated, "about", session, played_on="2026-02-02", save="1") == 403
    session.refresh_from_db()
    assert session.played_on == date(2025, 5, 5)
    assert posted(seated, "about", session, played_on="2025-06-06", save="1") == 302
