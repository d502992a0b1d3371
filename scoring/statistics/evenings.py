"""What a group plays now, and what it played on its last evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from scoring.groups.session_list import SessionLine, session_lines
from scoring.models import Group, Session
from scoring.web.group_access import Guest

NEWEST = 24  # sessions of a group, among which are those of its last evening
MOST_TABLES = 3
AN_EVENING = timedelta(hours=12)  # a table that was opened longer ago was left


@dataclass(frozen=True, slots=True)
class LastEvening:
    day: date
    lines: list[SessionLine]


def newest_sessions(group: Group) -> list[Session]:
    return list(group.sessions.not_deleted().latest_first()[:NEWEST])


def running_tables(newest: Sequence[Session], at: datetime) -> list[Session]:
    """Return the tables that are being played, the last one opened first."""
    begun = at - AN_EVENING
    return [one for one in newest if one.finished_at is None and one.created_at > begun][
        :MOST_TABLES
    ]


def sessions_of_last_evening(newest: Sequence[Session]) -> list[Session]:
    finished = [session for session in newest if session.finished_at is not None]
    return [session for session in finished if session.played_on == finished[0].played_on]


def last_evening(sessions: Sequence[Session], guest: Guest) -> LastEvening | None:
    if not sessions or sessions[0].played_on is None:
        return None
    return LastEvening(sessions[0].played_on, session_lines(sessions, guest))
