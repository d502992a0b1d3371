"""Add, replace and remove an entry: the rounds, turns and paintings of a State."""

from typing import Any, TypeVar

from scoring.core.outcome import Outcome
from scoring.core.refusals import Code, Path, Refused, after_the_end

Entry = TypeVar("Entry")


def check_going_on(outcome: Outcome[Any], path: Path) -> None:
    """R-4, also for a table that stopped: what is over can be corrected, not continued."""
    if outcome.finished:
        raise after_the_end(path)


def check_next(entries: tuple[object, ...], at: int, path: Path) -> None:
    """What a page offered to enter is still to be entered; no tap is taken for another round."""
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
