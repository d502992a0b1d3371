"""The contract: what a game package hands over as `GAME` in its game.py. To add a game, start here.

A game is a folder below games/ and its line in `INSTALLED_GAMES`; nothing else knows its name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scoring.core.fact_wording import Lore
from scoring.core.facts import Fact
from scoring.core.outcome import Outcome
from scoring.core.wording import Template, Wording

if TYPE_CHECKING:
    from scoring.documents.shape import Shape
    from scoring.models import Session
    from scoring.models.rows import Rows, Sitting, Table
    from scoring.play.opening import OptionsForm
    from scoring.play.screen import TableNow
    from scoring.play.taps import TapForm
    from scoring.web.table_access import Visit

State = TypeVar("State")


def nothing_printed() -> int:
    return 0


def nobody(state: Any, outcome: Outcome[Any]) -> str:  # noqa: ARG001
    return ""


def nothing_told(state: Any, outcome: Outcome[Any]) -> Sequence[Fact]:  # noqa: ARG001
    return ()


def no_variant(state: Any) -> Sequence[str]:  # noqa: ARG001
    return ()


def nothing_derived(outcome: Outcome[Any], sitting: "Sitting") -> "Rows":  # noqa: ARG001
    return {}


def nothing_kept(session: "Session", state: Any) -> None:
    pass


def nothing_follows(session: "Session", before: Any, after: Any, action: str) -> None:
    pass


@dataclass(frozen=True, kw_only=True)
class Store(Generic[State]):
    """How the game's State is kept in its tables."""

    tables: tuple["Table", ...]
    to_rows: Callable[[State, "Sitting"], "Rows"]
    from_rows: Callable[["Rows", "Sitting"], State]
    # What follows from the outcome and is kept for those who only read.
    derived: tuple["Table", ...] = ()
    derive: Callable[[Outcome[Any], "Sitting"], "Rows"] = nothing_derived


@dataclass(frozen=True, slots=True)
class Step:
    """One round, turn or painting: what it is called, and what everyone has after it."""

    label: Template
    points: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Play(Generic[State]):
    """What the game does at the table. Its templates, in templates/<slug>/, are `_options.html`
    (a new table), `_entry.html` (what to enter now), `_entries.html` (what was entered, to open and
    correct) and `_parts.html` (what the points are made of). Pages that show them also load its
    stylesheet, static/<slug>/<slug>.css, if it has one. Its addresses are in urls.py."""

    options: type["OptionsForm"]  # what a new table chooses
    entry: Callable[["Visit", "TableNow", "TapForm | None"], dict[str, Any]]  # for _entry.html
    parts: Callable[["TableNow"], dict[str, Any]]  # for _entries.html and _parts.html
    course: Callable[[State, Outcome[Any]], Sequence[Step]]  # the points, step by step
    needs: Callable[[State, Outcome[Any]], Mapping[str, str]]  # player -> what is still to come
    progress: Callable[[State, Outcome[Any]], str]  # "round 3 of 4"
    hourglass: int = 0  # its seconds, where the game has one
    whose: Callable[[State, Outcome[Any]], str] = nobody  # the player whose turn it is, if one's
    # What the game keeps of a session beside its State, read once for a page: `TableNow.kept`.
    kept: Callable[["Session", State], Any] = nothing_kept
    # What is being entered, and is no part of a State, after a change of the State. The action is
    # the one that was done, also where it is being taken back or put back.
    follow: Callable[["Session", State, State, str], None] = nothing_follows


@dataclass(frozen=True, kw_only=True)
class Game(Generic[State]):
    slug: str  # the folder's name, and `game` in its documents
    name: str  # as printed on the box
    bgg: int | None = None  # its number at BoardGameGeek, if that is known for certain
    seats: range
    shape: "Shape[State]"  # document <-> State, and its JSON Schema
    score: Callable[[State], Outcome[Any]]  # the rules; refuses what they do not allow
    stop: Callable[[State, bool], State]  # break off, or take that back
    wording: Wording  # codes -> sentences
    sample: Callable[[Random], dict[str, Any]]  # a document as a table might have played it
    opening: Mapping[str, Any]  # what the document of a table that has not begun holds, but players
    store: Store[State]
    play: Play[State]  # at the table
    # Of a finished session: what it says of its players, and which variants were played, as codes.
    facts: Callable[[State, Outcome[Any]], Sequence[Fact]] = nothing_told
    variants: Callable[[State], Sequence[str]] = no_variant
    # The words for the facts, by their `what`, in the order in which they are read.
    lore: Mapping[str, Lore] = field(default_factory=dict)
    load_catalogue: Callable[[], int] = nothing_printed  # rows for what the game prints; how many

    @property
    def least_players(self) -> int:
        return self.seats[0]

    @property
    def most_players(self) -> int:
        return self.seats[-1]
