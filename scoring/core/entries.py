"""Changes that games share: an entry (a round, turn or painting) of a State, and stopping."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from scoring.core.outcome import Outcome
from scoring.core.refusals import Code, Path, Refused, after_the_end

Entry = TypeVar("Entry")
State = TypeVar("State")


def stop(state: Any, stopped: bool = True) -> Any:
    """Return the state as broken off by its table, or as going on again (R-3)."""
    return replace(state, stopped=stopped)


def checked(score: Callable[[Any], object], state: State) -> State:
    """Return the state if the rules allow it. Raises Refused."""
    score(state)
    return state


def check_going_on(outcome: Outcome[Any], path: Path) -> None:
    """Refuse a new entry of a session that is over, also by being stopped (R-4)."""
    if outcome.finished:
        raise after_the_end(path)


def check_next(entries: tuple[object, ...], at: int, path: Path) -> None:
    """Refuse an entry whose number was entered since the page was shown, on another phone."""
    if at != len(entries):
        raise Refused((*path, at), Code.ENTERED_MEANWHILE, number=at + 1)


def replaced(entries: tuple[Entry, ...], at: int, entry: Entry, path: Path) -> tuple[Entry, ...]:
    find(entries, at, path)
    return (*entries[:at], entry, *entries[at + 1 :])


def removed(entries: tuple[Entry, ...], at: int, path: Path) -> tuple[Entry, ...]:
    find(entries, at, path)
    return entries[:at] + entries[at + 1 :]


def find(entries: tuple[Entry, ...], at: int, path: Path) -> Entry:
    if at not in range(len(entries)):
        raise Refused((*path, at), Code.NO_SUCH_ENTRY, number=at + 1)
    return entries[at]
