"""Where undo and redo lead, from the steps of a session alone."""

from collections.abc import Iterable

UNDO, REDO = "undo", "redo"
# Number, action, and the revision whose document it brought back or left as it was.
Step = tuple[int, str, int | None]


class NothingToUndo(Exception):
    """The session is as it was started."""


class NothingToRedo(Exception):
    """Nothing was undone, or something was recorded since."""


def stands_now(steps: Iterable[Step]) -> int:
    """The revision that first had the document which stands now."""
    *_, (number, _, returned_to) = steps
    return returned_to or number


def undo_target(steps: Iterable[Step]) -> int:
    """What stood before the revision that stands now was recorded."""
    stood = 0
    before = {}
    for number, _, returned_to in steps:
        if returned_to is None:
            before[number] = stood
        stood = returned_to or number
    if not before[stood]:
        raise NothingToUndo
    return before[stood]


def redo_target(steps: Iterable[Step]) -> int:
    """What stood before the last undo, unless something new was recorded since."""
    stood = 0
    undone: list[int] = []
    for number, action, returned_to in steps:
        if action == UNDO:
            undone.append(stood)
        elif action == REDO:
            undone.pop()
        elif returned_to is None:
            undone.clear()
        stood = returned_to or number
    if not undone:
        raise NothingToRedo
    return undone[-1]
