"""Undo, redo and restore: each makes an earlier revision the latest, as one more revision."""

from collections.abc import Iterable

from scoring.models import Revision, Session
from scoring.models.revisions import CHANGE_PLAYERS, By
from scoring.models.transactions import write_transaction
from scoring.sessions.history import earlier_document
from scoring.sessions.recording import OpenedSession, Recorded, open_session
from scoring.sessions.steps import AS_BEFORE

UNDO, REDO, RESTORE = "undo", "redo", "restore"
# Number, action, and the revision whose document it brought back or left as it was.
Step = tuple[int, str, int | None]


class NothingToUndo(Exception):
    """The session is as it was started."""


class NothingToRedo(Exception):
    """Raised by a redo when nothing was undone, or something was recorded since."""


class OthersPlayed(Exception):
    """Raised where a revision would be restored at which others sat at the table."""


@write_transaction()
def undo(*, session: Session, by: By, seen: int | None = None) -> Recorded:
    """Take the last change back. `seen`: the revision to take back, if that one only."""
    opened = open_session(session, by, seen)
    if opened.repeated:
        return opened.repeated
    steps = list(opened.session.revisions.steps())
    number, undone = undo_target(steps), standing_revision(steps)
    return _go_back(opened, UNDO, number, returned_to=number, reverted=_action_of(steps, undone))


@write_transaction()
def redo(*, session: Session, by: By, seen: int | None = None) -> Recorded:
    """Put back what was undone last. `seen`: the revision that stands, if only on that one."""
    opened = open_session(session, by, seen)
    if opened.repeated:
        return opened.repeated
    steps = list(opened.session.revisions.steps())
    number = redo_target(steps)
    return _go_back(opened, REDO, number, returned_to=number, reverted=_action_of(steps, number))


@write_transaction()
def restore(*, session: Session, number: int, by: By) -> Recorded:
    """Make an earlier revision the latest; that is itself a change, which can be undone.

    Raises OthersPlayed."""
    opened = open_session(session, by)
    if opened.repeated:
        return opened.repeated
    if number < Revision.objects.first_with_players(session.pk):
        raise OthersPlayed
    return _go_back(opened, RESTORE, number)


def _go_back(
    opened: OpenedSession,
    action: str,
    number: int,
    returned_to: int | None = None,
    reverted: str = "",
) -> Recorded:
    document = earlier_document(opened.before, number)
    if own := opened.document.cover.id:
        document = document.with_id(own)
    steps = {AS_BEFORE: number} if returned_to is None else None
    return opened.save(action, document, returned_to=returned_to, reverted=reverted, steps=steps)


def _action_of(steps: Iterable[Step], number: int) -> str:
    return next(action for step, action, _ in steps if step == number)


# Where undo and redo lead, only from the steps of a session


def standing_revision(steps: Iterable[Step]) -> int:
    """Return the revision that first had the document which is the latest now."""
    *_, (number, _, returned_to) = steps
    return returned_to or number


def undo_target(steps: Iterable[Step]) -> int:
    """Return the revision that stood before the one that stands now was recorded."""
    standing = 0
    before = {}
    for number, action, returned_to in steps:
        if returned_to is None:
            before[number] = 0 if action == CHANGE_PLAYERS else standing
        standing = returned_to or number
    if not before[standing]:
        raise NothingToUndo
    return before[standing]


def can_redo(session: Session, latest: Revision) -> bool:
    """Return whether something was undone, and nothing recorded since; `latest`: its revision.

    Asks the database only after a redo, where more may be left."""
    if latest.action != REDO:
        return latest.action == UNDO
    try:
        redo_target(session.revisions.steps())
    except NothingToRedo:
        return False
    return True


def redo_target(steps: Iterable[Step]) -> int:
    """Return the revision that stood before the last undo, unless something was recorded since."""
    standing = 0
    undone: list[int] = []
    for number, action, returned_to in steps:
        if action == UNDO:
            undone.append(standing)
        elif action == REDO:
            undone.pop()
        elif returned_to is None:
            undone.clear()
        standing = returned_to or number
    if not undone:
        raise NothingToRedo
    return undone[-1]
