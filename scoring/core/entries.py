"""Changes that games share: an entry (a round, turn or painting) of a State, and stopping."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, cast

from scoring.core.outcome import STOPPED, Outcome
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


def said_end(state: Any) -> str | None:
    """Return how the players said that it is over, before the rules end it: by stopping (R-3)."""
    return STOPPED if state.stopped else None


class NoLongerTrue(Refused):
    """Raised by score() for a field of the State that what was entered besides makes untrue.

    No document may have it. A change drops it: `left` is the State without it, and `outcome` the
    score of that."""

    def __init__(self, refused: Refused, left: object, outcome: Outcome[Any]) -> None:
        super().__init__(refused.path, refused.code, **refused.values)
        self.field = str(refused.path[0])
        self.left = left
        self.outcome = outcome


def score_change(
    score: Callable[[Any], Outcome[Any]], before: Any, after: Any
) -> tuple[Any, Outcome[Any]]:
    """Score a State after a change, and return it without what is no longer true of it.

    What the change itself says has to be true. Raises Refused."""
    try:
        return after, score(after)
    except NoLongerTrue as refused:
        if getattr(before, refused.field) != getattr(after, refused.field):
            raise
        return refused.left, refused.outcome


def without_void_stop(state: State, can_stop: Callable[[State], bool]) -> State:
    """Return a changed state, which goes on if nothing that can score is left in it (R-3)."""
    stopped: State = stop(state, stopped=False)
    return state if can_stop(state) else stopped


@dataclass(frozen=True, slots=True)
class EntryList(Generic[State, Entry]):
    """A list that a State has, such as its rounds, and its changes: each returns another State.

    They score nothing: what the rules refuse of the new State is refused where it is recorded."""

    name: str  # the field of the State
    can_stop: Callable[[State], bool]
    said_end: Callable[[State], str | None] = said_end

    def of(self, state: State) -> tuple[Entry, ...]:
        return cast("tuple[Entry, ...]", getattr(state, self.name))

    def find(self, state: State, at: int) -> Entry:
        return find(self.of(state), at, (self.name,))

    def check_next(self, state: State, at: int) -> None:
        check_next(self.of(state), at, (self.name,))

    def add(self, state: State, entry: Entry) -> State:
        entries = self.of(state)
        if self.said_end(state):
            raise after_the_end((self.name, len(entries)))
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

    def check_ends(self, state: State, outcome: Outcome[Any], last: int) -> None:
        """Refuse a State whose entries up to the number `last` do not end it by the rules."""
        if outcome.end is None or outcome.end == self.said_end(state):
            raise Refused((), Code.ENDS_ELSEWHERE, number=last)

    def _changed(self, state: Any, entries: tuple[Entry, ...]) -> State:
        changed: State = replace(state, **{self.name: entries})
        return without_void_stop(changed, self.can_stop)


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
