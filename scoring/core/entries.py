"""Changes that games share: an entry (a round, turn or painting) of a State, and stopping."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, cast

from scoring.core.outcome import Outcome
from scoring.core.refusals import Code, Path, Refused, after_the_end

Entry = TypeVar("Entry")
State = TypeVar("State")


def stop(state: Any, stopped: bool = True) -> Any:
    """Return the state as broken off by its table, or as going on again (R-3)."""
    return replace(state, stopped=stopped)


def check_stop(state: Any, *, can_stop: bool) -> None:
    """Refuse a stop before anything that can score is recorded (R-3)."""
    if state.stopped and not can_stop:
        raise Refused(("stopped",), Code.NOTHING_TO_STOP)


def checked(score: Callable[[Any], object], state: State) -> State:
    """Return the state if the rules allow it. Raises Refused."""
    score(state)
    return state


def check_going_on(outcome: Outcome[Any], path: Path) -> None:
    """Refuse a new entry of a session that is over, also by being stopped (R-4)."""
    if outcome.finished:
        raise after_the_end(path)


def without_void_stop(state: State, can_stop: Callable[[State], bool]) -> State:
    """Return a changed state, which goes on if nothing that can score is left in it (R-3)."""
    stopped: State = stop(state, stopped=False)
    return state if can_stop(state) else stopped


@dataclass(frozen=True, slots=True)
class EntryList(Generic[State, Entry]):
    """A list that a State has, such as its rounds, and its changes: each returns another State.

    They refuse what the rules refuse, which is what `score` does."""

    name: str  # the field of the State
    score: Callable[[State], Outcome[Any]]
    can_stop: Callable[[State], bool]

    def of(self, state: State) -> tuple[Entry, ...]:
        return cast("tuple[Entry, ...]", getattr(state, self.name))

    def find(self, state: State, at: int) -> Entry:
        return find(self.of(state), at, (self.name,))

    def check_next(self, state: State, at: int) -> None:
        check_next(self.of(state), at, (self.name,))

    def add(self, state: State, entry: Entry) -> State:
        entries = self.of(state)
        check_going_on(self.score(state), (self.name, len(entries)))
        return self._changed(state, (*entries, entry))

    def put(self, state: State, entries: Iterable[Entry]) -> State:
        """Put these entries in the place of all that the State has."""
        return self._changed(state, tuple(entries))

    def replace(self, state: State, at: int, entry: Entry, last: int | None = None) -> State:
        """Replace an entry; with `last`, remove those after that number."""
        return self._changed(state, replaced(self.of(state), at, entry, (self.name,))[:last])

    def remove(self, state: State, at: int, last: int | None = None) -> State:
        return self._changed(state, removed(self.of(state), at, (self.name,))[:last])

    def ends_after(self, refused: Refused) -> int | None:
        """Return after how many entries the game was over, if an entry was refused for that."""
        is_entry = refused.code == Code.AFTER_THE_END and refused.path[:-1] == (self.name,)
        return int(refused.path[-1]) if is_entry else None

    def _changed(self, state: Any, entries: tuple[Entry, ...]) -> State:
        changed: State = replace(state, **{self.name: entries})
        return checked(self.score, without_void_stop(changed, self.can_stop))


def check_next(entries: tuple[object, ...], at: int, path: Path) -> None:
    """Refuse an entry whose number was entered since the page was shown."""
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
