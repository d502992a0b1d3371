"""Packing what earlier versions recorded: nothing changes but the space that it takes."""

import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.exchange.archive import group_archive
from scoring.groups.merging import merge
from scoring.models import Group, LatestDocument, Player, Revision, Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.sessions.loading import load
from scoring.sessions.undo import restore, undo
from scoring.upkeep.pack_revisions import BATCH, pack, sessions_to_pack
from scoring.upkeep.rescore import differences
from tests.builders.revisions import exported, texts_of, unpack
from tests.builders.seasons import season_of
from tests.builders.tables import artem_table, enter_turns
from tests.row_locks import at_once

pytestmark = pytest.mark.django_db


def by() -> By:
    return By(at=timezone.now())


def earlier_session(turns: int = 5, **more: Any) -> Session:
    session = artem_table(*[""] * turns, **more)
    undo(session=session, by=by())
    unpack(session)
    session.refresh_from_db()
    return session


def command() -> str:
    out = io.StringIO()
    call_command("pack_revisions", stdout=out)
    return out.getvalue()


def test_it_says_what_it_packed_and_finds_nothing_the_second_time() -> None:
    for _session in range(2):
        earlier_session()
    assert command() == "Packed 14 revisions of 2 sessions.\n"
    assert command() == "Packed 0 revisions of 0 sessions.\n"
    assert Revision.objects.filter(document__isnull=False).count() == 2


def test_a_session_that_nobody_changed_stays_as_it_is() -> None:
    session = artem_table()
    unpack(session)
    command()
    assert texts_of(session) == [json.dumps(Revision.objects.latest_document(session.pk))]
    assert not LatestDocument.objects.exists()


def test_it_goes_on_where_it_was_stopped_and_where_somebody_played_on() -> None:
    session = earlier_session(2 * BATCH)
    before = texts_of(session)
    assert pack(session.pk) == BATCH
    assert texts_of(session) == before
    enter_turns(session, "", "")
    undo(session=session, by=by())
    restore(session=session, number=BATCH, by=by())
    turns = len(load(session).state.turns)
    while pack(session.pk):
        assert texts_of(session)[: len(before)] == before
    assert sessions_to_pack() == []
    assert len(load(session).state.turns) == turns == BATCH - 1
    # An earlier version did not note what a restored revision went back to.
    whole = session.revisions.filter(document__isnull=False).order_by("number")
    assert [revision.action for revision in whole] == ["start", "restore"]
    assert differences(session.pk) == []


def test_a_session_that_is_removed_meanwhile_is_passed_over() -> None:
    session = earlier_session()
    pk = session.pk
    session.delete()
    assert pack(pk) == 0


def test_exports_and_archives_are_the_same_to_the_byte() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    season = season_of(group)
    sessions = [earlier_session(turns, group=group) for turns in (3, 4)]
    Session.objects.filter(pk=sessions[0].pk).update(league=season.league)
    at = timezone.now()

    def written() -> tuple[bytes, str]:
        archive = b"".join(group_archive(group, at))
        return archive, json.dumps(list(exported(group.sessions.in_order())))

    before = written()
    command()
    assert written() == before


def test_what_is_packed_can_be_moved_merged_deleted_and_removed_for_good() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = earlier_session()
    command()
    before = texts_of(session)
    lifecycle.move(session=session, group=group, league=None, by=by())
    ida = Player.objects.get(name="Ida")
    merge(source=ida, target=Player.objects.create(group=group, name="Idunn"), at=timezone.now())
    lifecycle.delete(session=session, by=by())
    assert texts_of(session) == [*before, before[-1], before[-1]]
    assert differences(session.pk) == []
    Session.objects.filter(pk=session.pk).update(expires_at=timezone.now() - timedelta(days=1))
    call_command("tend", verbosity=0)
    assert not Revision.objects.exists()
    assert not LatestDocument.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_it_works_beside_taps() -> None:
    session = earlier_session(BATCH)
    before = texts_of(session)
    at_once(
        lambda: [pack(session.pk) for _batch in range(4)],
        lambda: enter_turns(Session.objects.get(pk=session.pk), *[""] * 20),
    )
    while pack(session.pk):
        pass
    assert texts_of(session)[: len(before)] == before
    assert len(load(session).state.turns) == BATCH - 1 + 20
    assert differences(session.pk) == []
