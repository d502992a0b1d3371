"""Add, replace and remove an entry of a tuple: the rounds, turns and paintings of a State."""

from typing import TypeVar

from scoring.refusals import Code, Path, Refused

Entry = TypeVar("Entry")


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
