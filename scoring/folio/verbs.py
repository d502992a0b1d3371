"""Add, turn, move, delete and report photos: each is one transaction."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction

from scoring.folio.decoding import WIDTHS
from scoring.folio.drawings import Drawing, read_drawings
from scoring.folio.renditions import (
    INCOMING,
    delete_files,
    file_name,
    files_of,
    folio_storage,
)
from scoring.models import Photo, Session
from scoring.models.locks import lock_session, lock_session_by_new_version
from scoring.models.photos import new_photo_name
from scoring.models.transactions import write_transaction
from scoring.web.table_access import Visit

if TYPE_CHECKING:
    from django.core.files.base import File

MEAN_BYTES = 400_000  # of a photo that is not read yet, for the limit of a group


class DrawingIsGone(Exception):
    """Raised for a photo of a round that was deleted a moment ago."""


class TooManyPhotos(Exception):
    """Raised where a session or its group has as many photos as it may have."""


def is_full(session: Session) -> bool:
    """Return whether a session, or its group, has as many photos as it may have."""
    if session.photos.count() >= settings.FOLIO_SESSION_PHOTOS:
        return True
    return session.group is not None and bytes_of_group(session.group) >= settings.FOLIO_GROUP_BYTES


def bytes_of_group(group: Any) -> int:
    photos = Photo.objects.of_group(group)
    waiting = photos.filter(width=0, refusal="").count()
    return photos.numbers()[1] + waiting * MEAN_BYTES


def add_photo(*, visit: Visit, drawing: Drawing, file: "File[Any]", at: datetime) -> Photo:
    """Store a file for the worker to read. Raises TooManyPhotos, DrawingIsGone."""
    if is_full(visit.session):
        raise TooManyPhotos
    stored = folio_storage().save(INCOMING + new_photo_name(), file)
    try:
        return _add(visit, drawing, stored, at)
    except BaseException:
        folio_storage().delete(stored)
        raise


@write_transaction()
def _add(visit: Visit, drawing: Drawing, stored: str, at: datetime) -> Photo:
    with visit.confirmed() as session:
        if is_full(session):
            raise TooManyPhotos
        # Its round may have been recorded or moved since the drawing was read.
        now = read_drawings(session).find(drawing.key)
        if now is None:
            raise DrawingIsGone
        if not session.has_photos:
            Session.objects.filter(pk=session.pk).update(has_photos=True)
        return Photo.objects.create(
            session=session,
            **now.columns,
            incoming=stored,
            added_by=visit.user,
            phone=visit.phone,
            added_at=at,
        )


@write_transaction()
def turn_photo(*, photo: Photo) -> None:
    """Let the worker turn a photo to the right by a quarter."""
    locked = _locked(photo)
    if locked is not None and locked.width and not locked.incoming:
        locked.incoming, locked.turn = file_name(locked.name, WIDTHS[-1]), 1
        locked.save(update_fields=["incoming", "turn"])


@write_transaction()
def move_photo(*, photo: Photo, drawing: Drawing) -> None:
    """Say that a photo is of another drawing."""
    locked = _locked(photo)
    now = read_drawings(locked.session).find(drawing.key) if locked else None
    if locked is not None and now is not None:
        for name, value in now.columns.items():
            setattr(locked, name, value)
        locked.save(update_fields=[*now.columns])
        lock_session_by_new_version(locked.session_id)


@write_transaction()
def delete_photo(*, photo: Photo) -> None:
    """Delete a photo with its files, once this is certain."""
    stored = _locked(photo)
    if stored is None:
        return
    files = [*(files_of(stored.name) if stored.width else ()), *filter(None, [stored.incoming])]
    was_secret = stored.is_secret
    stored.delete()
    if not was_secret:
        lock_session_by_new_version(stored.session_id)
    transaction.on_commit(lambda: delete_files(files))


@write_transaction()
def report_photo(*, photo: Photo, at: datetime) -> None:
    """Note that somebody reported a photo: its group's photos show it to the owners."""
    locked = _locked(photo)
    if locked is not None and locked.reported_at is None:
        locked.reported_at = at
        locked.save(update_fields=["reported_at"])


def _locked(photo: Photo) -> Photo | None:
    """Lock the photo's session, and return the photo as it is now."""
    lock_session(photo.session_id)
    return Photo.objects.filter(pk=photo.pk).select_related("session__group").first()
