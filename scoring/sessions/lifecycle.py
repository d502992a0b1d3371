"""The verbs of where a session is kept: put away, brought back, taken to a group and a league.

Nothing that was played changes; each is one transaction and one more revision."""

from datetime import timedelta

from django.db import transaction

from scoring.models import Group, League, Revision, Session
from scoring.models.locks import lock_group, lock_leagues, lock_session
from scoring.models.revisions import By
from scoring.models.sessions import SessionIsDeleted
from scoring.sessions import rows
from scoring.sessions.recording import (
    QUICK_TABLE_LIFE,
    append,
    check_league,
    derived_rows,
    finished_as,
    load_rows,
)
from scoring.sessions.results import derived_tables
from scoring.sessions.seating import seat_players_of_its_group
from scoring.sessions.undo import stands_now
from scoring.totals.update import count

DELETE, BRING_BACK, MOVE = "delete", "bring-back", "move"
DELETED_LIFE = timedelta(days=30)


class SessionIsNotDeleted(Exception):
    """There is nothing to bring back."""


def delete(*, session: Session, by: By) -> None:
    """Out of sight and out of every table; kept for 30 days."""
    _put(session, DELETE, by, deleted=False, deleted_at=by.at, expires_at=by.at + DELETED_LIFE)


def bring_back(*, session: Session, by: By) -> None:
    expires_at = None if session.group_id else by.at + QUICK_TABLE_LIFE
    _put(session, BRING_BACK, by, deleted=True, deleted_at=None, expires_at=expires_at)


@transaction.atomic
def move(*, session: Session, group: Group, league: League | None, by: By) -> None:
    """To a group (a quick table is taken in so, and then kept) and one of its leagues, or none."""
    check_league(league, group)
    lock_group(group.pk)  # first, as whoever seats its players does
    _put(session, MOVE, by, deleted=False, group=group, league=league, expires_at=None)


@transaction.atomic
def _put(session: Session, action: str, by: By, *, deleted: bool, **columns: object) -> None:
    """`deleted`: what the session has to be before."""
    locked = lock_session(session.pk)
    if by.key and Revision.objects.number_of(locked.pk, by.key):
        return
    if deleted != (locked.deleted_at is not None):
        raise SessionIsNotDeleted if deleted else SessionIsDeleted
    to = columns.get("league")
    lock_leagues([locked.league_id, to.pk if isinstance(to, League) else None])
    loaded = load_rows(locked)
    before = derived_rows(locked, loaded)
    gone = finished_as(locked, loaded, before)
    stands = stands_now(locked.revisions.steps())
    append(locked, loaded.played, action, by, stands, **columns)
    if action == MOVE:
        seat_players_of_its_group(locked)
        loaded = load_rows(locked)
    after = derived_rows(locked, loaded)
    rows.write(derived_tables(loaded.played.game), locked.pk, before, after)
    count(gone=gone, come=finished_as(locked, loaded, after), at=by.at)
