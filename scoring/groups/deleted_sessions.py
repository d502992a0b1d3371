"""What was deleted in a group and can still be restored, for its owners and scorekeepers."""

from dataclasses import dataclass
from datetime import datetime

from scoring.groups.session_list import SessionLine, session_lines
from scoring.models import Revision, Session
from scoring.web.group_access import Guest

MOST_DELETED = 100


@dataclass(frozen=True, slots=True)
class DeletedSession:
    line: SessionLine
    by: str  # the account or, at a table, the seat; empty where neither is known
    deleted_at: datetime | None
    removed_at: datetime | None  # for good


def deleted_sessions(guest: Guest) -> list[DeletedSession]:
    """Return the sessions of the group that were deleted last."""
    sessions = list(Session.objects.deleted_of(guest.group).with_seats()[:MOST_DELETED])
    revisions = Revision.objects.latest_of_each([session.pk for session in sessions])
    who = {revision.session_id: _who(revision) for revision in revisions}
    lines = session_lines(sessions, guest)
    return [
        DeletedSession(line, who.get(session.pk, ""), session.deleted_at, session.expires_at)
        for session, line in zip(sessions, lines, strict=True)
    ]


def _who(revision: Revision) -> str:
    if revision.actor is not None:
        return str(revision.actor.get_username())
    return revision.seat.name if revision.seat else ""
