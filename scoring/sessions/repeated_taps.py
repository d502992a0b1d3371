"""Recognise a tap that arrives again, so that it counts once.

Each tap brings a key, and the revision that it makes stores the key. Recording asks for it with the
query that locks the session: `open_session()` in recording.py. Where two arrive at the same moment,
the constraints of `Revision` let one of them through."""

from uuid import UUID

from scoring.models import Revision, Session


def is_repeated(session: Session, key: UUID | None) -> bool:
    """Return whether a tap with this key was recorded in the session before."""
    return key is not None and Revision.objects.number_of(session.pk, key) is not None


def opened_before(key: UUID | None) -> Session | None:
    """Return the session that a tap with this key opened before."""
    return None if key is None else Session.objects.opened_with(key)
