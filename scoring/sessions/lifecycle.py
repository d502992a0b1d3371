"""Delete, undelete and move a session, or note something: nothing that was played changes.

Each is one transaction and one more revision."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType
from typing import Any
from uuid import uuid4

from scoring.models import Group, League, Session
from scoring.models.join_codes import new_code
from scoring.models.locks import lock_group, lock_leagues, lock_session
from scoring.models.revisions import By
from scoring.models.sessions import SessionIsDeleted
from scoring.models.transactions import write_transaction
from scoring.sessions import rows
from scoring.sessions.loading import SessionState, StoredSession, as_counted, load_stored
from scoring.sessions.recording import (
    QUICK_TABLE_LIFE,
    append_revision,
    check_history,
    check_league,
    new_revision,
)
from scoring.sessions.repeated_taps import is_repeated
from scoring.sessions.results import columns_of, derived_tables
from scoring.sessions.seating import seat_group_players
from scoring.sessions.undo import standing_revision
from scoring.totals.closed_seasons import What
from scoring.totals.update import update_totals

DELETE, UNDELETE, MOVE = "delete", "bring-back", "move"
WHAT = {DELETE: What.DELETED, UNDELETE: What.RESTORED, MOVE: What.MOVED}
DELETED_LIFE = timedelta(days=30)


class SessionIsNotDeleted(Exception):
    """Raised when a session is to be restored that was not deleted."""


@write_transaction()
def delete(*, session: Session, by: By) -> None:
    """Take a session out of sight and out of all totals; it is kept for 30 days."""
    locked = lock_session(session.pk)
    if is_repeated(locked, by.key):
        return
    by.confirm()
    if locked.deleted_at is not None:
        raise SessionIsDeleted
    _save(locked, DELETE, by, deleted_at=by.at, expires_at=by.at + DELETED_LIFE)


@write_transaction()
def undelete(*, session: Session, by: By) -> None:
    locked = lock_session(session.pk)
    if is_repeated(locked, by.key):
        return
    by.confirm()
    if locked.deleted_at is None:
        raise SessionIsNotDeleted
    expires_at = None if locked.group_id else by.at + QUICK_TABLE_LIFE
    # People who have left the group since may know the code that it had.
    _save(locked, UNDELETE, by, deleted_at=None, expires_at=expires_at, code=new_code())


@write_transaction()
def move(
    *,
    session: Session,
    group: Group,
    league: League | None,
    by: By,
    said: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Move a session to a group, where a quick table is kept from then on, and to its league.

    `said`: the players whom somebody said that names at the table mean."""
    check_league(league, group)
    lock_group(group.pk)  # before the session, as where its players are seated
    locked = lock_session(session.pk)
    if is_repeated(locked, by.key):
        return
    by.confirm()
    if locked.deleted_at is not None:
        raise SessionIsDeleted
    columns: dict[str, Any] = {"group": group, "league": league, "expires_at": None}
    id = locked.document_id or locked.uuid
    if locked.group_id != group.pk and Session.objects.known_ids(group, [id]):
        columns["document_id"] = uuid4()  # the group has imported this session before
    said_there = None if locked.group_id == group.pk else said
    _save(locked, MOVE, by, said=said_there, **columns)


@write_transaction()
def note(*, session: Session, action: str, by: By) -> None:
    """Add to the history that somebody did something that changes nothing of what was played.

    Undo and redo pass over it."""
    locked = lock_session(session.pk)
    if is_repeated(locked, by.key):
        return
    by.confirm()
    if locked.deleted_at is not None:
        raise SessionIsDeleted
    check_history(locked)
    _save(locked, action, by)


def _save(
    locked: Session,
    action: str,
    by: By,
    *,
    said: Mapping[str, str] | None = None,
    **columns: Any,
) -> None:
    """Save a revision of the session; `said`: see move(), in another group."""
    to = columns.get("league")
    lock_leagues([locked.league_id, to.pk if isinstance(to, League) else None])
    before = as_counted(load_stored(locked))
    removed = before.finished
    standing = standing_revision(locked.revisions.steps())
    revision = new_revision(locked, locked.revision + 1, action, by, standing)
    append_revision(revision, [], columns)
    after = _same(locked, before) if said is None else _moved(locked, before, said)
    if before.is_over:
        rows.write(derived_tables(before.document.game), locked.pk, before.derived, after.derived)
    update_totals(
        removed=removed, added=after.finished, at=by.at, what=WHAT.get(action, What.CORRECTED)
    )


def _same(locked: Session, before: StoredSession) -> SessionState:
    known = before.outcome if before.is_over else None
    return replace(before, columns=columns_of(locked), known_outcome=known, find_seasons=None)


def _moved(locked: Session, before: StoredSession, said: Mapping[str, str]) -> SessionState:
    """Seat the players of the group that the session now belongs to."""
    seat_group_players(locked, said)
    known = before.outcome if before.is_over else None
    return replace(load_stored(locked), known_outcome=known)
