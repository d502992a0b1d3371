"""Photos go with what they belong to, and no file stays behind."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.artbox.rules import ROUNDS, Round
from scoring.folio.decoding import WIDTHS
from scoring.folio.orphans import YOUNGEST, remove_orphans
from scoring.groups.groups import delete_group
from scoring.models import Group, Photo, Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.sessions.recording import record
from scoring.sessions.undo import undo
from scoring.upkeep.duties import tend
from tests.builders.photos import add_file, add_photo, picture, stored_files
from tests.builders.tables import artem_table, open_empty

pytestmark = pytest.mark.django_db

NAMES = ("Ida", "Joe", "Kim", "Lea")
LATER = timedelta(days=31)


def tend_after(time: timedelta) -> None:
    for _done in tend(at=timezone.now() + time):
        pass


def test_files_of_photos_that_are_there_stay() -> None:
    session = artem_table(group=Group.objects.create(name="Thursday", slug="thursday"))
    add_photo(session, step=0, seat=None)
    add_file(session, picture(), step=0, seat=None)
    tend_after(timedelta(hours=2))
    assert len(stored_files()) == len(WIDTHS) + 1


def test_a_quick_table_expires_with_its_photos() -> None:
    add_photo(artem_table(), step=0, seat=None)
    tend_after(LATER)
    assert not Photo.objects.exists()
    assert stored_files() == []


def test_a_deleted_session_takes_its_photos_with_it() -> None:
    session = artem_table(group=Group.objects.create(name="Thursday", slug="thursday"))
    add_photo(session, step=0, seat=None)
    lifecycle.delete(session=session, by=By(at=timezone.now()))
    tend_after(timedelta(days=1))
    assert len(stored_files()) == len(WIDTHS)
    tend_after(LATER)
    assert not Session.objects.exists()
    assert stored_files() == []


def test_a_deleted_group_takes_its_photos_with_it() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    add_photo(artem_table(group=group), step=0, seat=None)
    delete_group(group=group)
    tend_after(timedelta(hours=2))
    assert stored_files() == []


def test_a_file_that_is_just_being_stored_is_no_orphan() -> None:
    add_photo(artem_table(), step=0, seat=None)
    Photo.objects.all().delete()
    assert remove_orphans(at=timezone.now()) == 0
    assert remove_orphans(at=timezone.now() + YOUNGEST) == len(WIDTHS)


def test_a_photo_of_an_undone_round_is_kept_for_30_days() -> None:
    session = open_empty("artbox", *NAMES)
    by = By(at=timezone.now())
    one = Round(finish=NAMES, invalid=(), guesses={})
    record(session=session, change=lambda state: ROUNDS.add(state, one), action="x", by=by)
    photo = add_photo(session)
    undo(session=session, by=By(at=timezone.now()))
    photo.refresh_from_db()
    assert (photo.step, photo.removed_at is None) == (None, False)
    Session.objects.update(expires_at=None)
    tend_after(timedelta(days=29))
    assert Photo.objects.exists()
    tend_after(LATER)
    assert not Photo.objects.exists()
    assert stored_files() == []
