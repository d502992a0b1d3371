"""What was deleted in a group and can still be restored, for its owners and scorekeepers."""

from dataclasses import dataclass
from datetime import datetime

from scoring.groups.session_list import SessionLine, session_lines
from scoring.models import Revision, Session
from scoring.web.group_access import Guest

DELETED_ON_A_PAGE = 50
MOST_PAGES_OF_DELETED = 200


@dataclass(frozen=True, slots=True)
class DeletedSession:
    line: SessionLine
    by: str  # the account or, at a table, the seat; empty where neither is known
    deleted_at: datetime | None
    removed_at: datetime | None  # for good


def deleted_sessions(guest: Guest, page: int) -> tuple[list[DeletedSession], bool]:
    """Return a page of the group's deleted sessions, the last one first, and if there are more."""
    end = page * DELETED_ON_A_PAGE
    deleted = Session.objects.deleted_of(guest.group).with_seats()
    found = list(deleted[end - DELETED_ON_A_PAGE : end + 1])
    sessions = found[:DELETED_ON_A_PAGE]
    revisions = Revision.objects.latest_of_each([session.pk for session in sessions])
    who = {revision.session_id: _who(revision) for revision in revisions}
    lines = session_lines(sessions, guest)
    on_page = [
        DeletedSession(line, who.get(session.pk, ""), session.deleted_at, session.expires_at)
        for session, line in zip(sessions, lines, strict=True)
    ]
    return on_page, len(found) > len(sessions)


def _who(revision: Revision) -> str:
    if revision.actor is not None:
        return str(revision.actor.get_username())
    return revision.seat.name if revision.seat else ""
