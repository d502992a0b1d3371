"""Find what a group plays now and what it played on its last game day."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from scoring.models import Group, Session
from scoring.models.sessions import SessionQuerySet

NEWEST = 24  # sessions of a group, among which are those of its last game day
MOST_TABLES = 3
LEFT_AFTER = timedelta(hours=12)  # a table that was opened longer ago was left


class SessionVersion(NamedTuple):
    """The parts of a session that change a page when they change."""

    pk: int
    version: int
    is_played_now: bool


def newest_sessions(group: Group) -> list[Session]:
    return list(_newest(group))


def newest_versions(group: Group, at: datetime) -> list[SessionVersion]:
    """Return the versions of newest_sessions()."""
    rows = _newest(group).values_list("pk", "version", "finished_at", "created_at")
    return [
        SessionVersion(pk, version, finished_at is None and created_at > at - LEFT_AFTER)
        for pk, version, finished_at, created_at in rows
    ]


def _newest(group: Group) -> SessionQuerySet:
    return Session.objects.filter(group=group).not_deleted().latest_first()[:NEWEST]


def running_tables(newest: Sequence[SessionVersion]) -> list[int]:
    """Return the tables that are being played, the last one opened first."""
    return [one.pk for one in newest if one.is_played_now][:MOST_TABLES]


def sessions_of_last_day(finished: Sequence[Session]) -> list[Session]:
    return [session for session in finished if session.played_on == finished[0].played_on]
