"""Deleting sessions, bringing them back, and moving them into a group or a league."""

from uuid import uuid4

import pytest

from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.models.sessions import SessionIsDeleted
from scoring.sessions import lifecycle, recording
from scoring.sessions.lifecycle import SessionIsNotDeleted
from scoring.sessions.undo import undo
from tests.builders.duplik_sessions import (
    NOBODY,
    NOW,
    PLAYERS,
    numbers,
    results,
    sheet,
    start_session,
    ticked,
)

pytestmark = pytest.mark.django_db


def test_a_deleted_session_stays_stored_and_can_be_brought_back() -> None:
    session = start_session(1)
    ticked(session, 3)
    lifecycle.delete(session=session, by=NOBODY)
    session.refresh_from_db()
    assert not Session.objects.not_deleted().exists()
    assert session.expires_at == NOW + lifecycle.DELETED_LIFE
    with pytest.raises(SessionIsDeleted):
        ticked(session, 4)
    lifecycle.undelete(session=session, by=NOBODY)
    assert Session.objects.not_deleted().get() == session
    undo(session=session, by=NOBODY)
    assert sheet(session) == (1, 2)
    assert numbers(session) == [1, 2, 3, 4, 5]


def test_a_quick_table_lives_for_30_days_unless_a_group_takes_it_in() -> None:
    session = start_session(1)
    assert session.expires_at == NOW + recording.QUICK_TABLE_LIFE
    group = Group.objects.create(name="Thursday", slug="thursday")
    lifecycle.move(session=session, group=group, league=None, by=NOBODY)
    taken_in = Session.objects.get(pk=session.pk)
    assert taken_in.group == group
    assert taken_in.expires_at is None


def test_a_session_that_is_brought_back_expires_only_as_a_quick_table() -> None:
    session = start_session(1)
    lifecycle.delete(session=session, by=NOBODY)
    lifecycle.undelete(session=session, by=NOBODY)
    session.refresh_from_db()
    assert session.expires_at == NOW + recording.QUICK_TABLE_LIFE
    group = Group.objects.create(name="Thursday", slug="thursday")
    lifecycle.move(session=session, group=group, league=None, by=NOBODY)
    lifecycle.delete(session=session, by=NOBODY)
    lifecycle.undelete(session=session, by=NOBODY)
    session.refresh_from_db()
    assert session.expires_at is None


def test_a_deleted_session_has_no_results_until_it_is_brought_back() -> None:
    session = start_session(1, stopped=True)
    before = results(session)
    lifecycle.delete(session=session, by=NOBODY)
    assert (len(before), results(session)) == (3, [])
    lifecycle.undelete(session=session, by=NOBODY)
    assert results(session) == before


def test_what_is_deleted_is_not_deleted_again_nor_moved_nor_the_others_brought_back() -> None:
    session = start_session(1)
    group = Group.objects.create(name="Thursday", slug="thursday")
    with pytest.raises(SessionIsNotDeleted):
        lifecycle.undelete(session=session, by=NOBODY)
    lifecycle.delete(session=session, by=NOBODY)
    with pytest.raises(SessionIsDeleted):
        lifecycle.delete(session=session, by=NOBODY)
    with pytest.raises(SessionIsDeleted):
        lifecycle.move(session=session, group=group, league=None, by=NOBODY)
    assert not group.players.exists()


def test_a_quick_table_that_a_group_takes_in_is_played_by_its_players() -> None:
    session = start_session(1)
    group = Group.objects.create(name="Thursday", slug="thursday")
    ana = group.players.create(name="Ana")
    lifecycle.move(session=session, group=group, league=None, by=NOBODY)
    assert ana.seats.get().session == session
    assert sorted(group.players.values_list("name", flat=True)) == PLAYERS


def test_a_group_is_deleted_with_its_sessions() -> None:
    session = start_session(1)
    group = Group.objects.create(name="Thursday", slug="thursday")
    lifecycle.move(session=session, group=group, league=None, by=NOBODY)
    group.delete()
    assert not Session.objects.exists()


def test_a_repeated_move_leaves_the_players_of_the_later_one() -> None:
    session = start_session(1)
    here = Group.objects.create(name="Here", slug="here")
    other = Group.objects.create(name="There", slug="there")
    by = By(at=NOW, key=uuid4())
    lifecycle.move(session=session, group=here, league=None, by=by)
    lifecycle.move(session=session, group=other, league=None, by=NOBODY)
    lifecycle.move(session=session, group=here, league=None, by=by)
    assert Session.objects.get(pk=session.pk).group == other
    assert {seat.player.group for seat in session.seats.all() if seat.player} == {other}
