"""The contract: what a game's package provides. To add a game, start here.

A game is a folder below games/ and its line in `INSTALLED_GAMES`; nothing else knows its name. Each
part of `Game` names the module of that folder and what it calls the part there:
`part("rules.score")` is the function `score` of rules.py. A part with a default may be missing.
A module is imported when one of its parts is first asked for. What a module has to have is a
Protocol here, and the line with `Parts` in game.py makes the type checker compare the two.

Besides, the package has models.py with its migrations, urls.py for its addresses below a table, and
in templates/<slug>/ `_options.html` (a new table), `_entry.html` (what to enter now),
`_entries.html` (what was entered, to open and correct) and `_parts.html` (what the points consist
of). The last two are rendered once for all phones of a table: of the visit they read `visit.enters`
alone. Pages that show them also load its stylesheet, static/<slug>/<slug>.css, if it has one. How
the game is scored, for its players, is in `help/sections.html`, if it has that.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, get_args, get_type_hints

from django.utils.translation import gettext as _

from scoring.core import entries
from scoring.core.covers import Cover
from scoring.core.fact_wording import BestWording, FactWording
from scoring.core.facts import Best, CountedFact, Fact
from scoring.core.outcome import Outcome
from scoring.core.photos import Folio
from scoring.core.wording import Template, Wording

if TYPE_CHECKING:
    from django.db.models import Model
    from django.forms import Form

    from scoring.documents.shape import Key
    from scoring.models import Seat, Session
    from scoring.models.rows import Rows, Sitting, Table
    from scoring.play.opening import OptionsForm
    from scoring.play.screen import TableNow
    from scoring.sheets.contract import Sheet
    from scoring.web.table_access import Visit

State = TypeVar("State")
Recorded = TypeVar("Recorded")  # a State, where a module calls its own so
State_contra = TypeVar("State_contra", contravariant=True)  # a State that is only read
HIGHEST_NUMBER = 999  # where no rule sets a limit
REQUIRED = object()


class MissingPart(ImportError):
    """A game's package lacks a part that the contract requires."""


def part(provided_by: str, *, default: Any = REQUIRED, package: str = "") -> Any:
    """Declare what a game's package, or another one, provides: its module, and its name there.

    The module is imported when it is needed: scoring a document needs no form and no database."""
    module, _dot, name = provided_by.partition(".")
    return cached_property(lambda of: _load(f"{package or of.package}.{module}", name, default))


def _load(module_name: str, name: str, default: Any) -> Any:
    """Return what a module calls by that name. Raises ImportError, which MissingPart is."""
    module = import_module(module_name) if find_spec(module_name) else None
    found = getattr(module, name, default)
    if found is REQUIRED:
        raise MissingPart(f"{module_name} has no {name}")
    return found


def no_facts(state: Any, outcome: Outcome[Any]) -> Sequence[Fact]:  # noqa: ARG001
    return ()


def no_row_facts(player: int) -> Sequence[CountedFact]:  # noqa: ARG001
    return ()


def no_bests(state: Any, outcome: Outcome[Any]) -> Sequence[Best]:  # noqa: ARG001
    return ()


def no_variants(state: Any) -> Sequence[str]:  # noqa: ARG001
    return ()


def no_catalogue() -> int:
    return 0


def no_pieces(state: Any, outcome: Outcome[Any]) -> Mapping[str, Sequence[str]]:  # noqa: ARG001
    return {}


PLAIN: Cover[Any] = Cover()


def any_points(players: int) -> int:  # noqa: ARG001
    """Return the most points of a player in a game whose rules set no limit."""
    return HIGHEST_NUMBER


@dataclass(frozen=True, kw_only=True)
class OpenRound:
    """The round that is being entered: rows that are no part of a State.

    Each tap on it is an entry with a number, and is undone by putting back the rows that it
    changed (scoring/play/undo/entries.py). What it is called is in `Wording.entries`."""

    tables: tuple["Table", ...]  # by primary key; first those that rows of the others point at
    number: Callable[[Any], int]  # State -> which round is entered now
    by_number: bool = True  # whether the rows have a column `number` with it
    # Refuses an undo, or completes it: with the rows before it and after it.
    after_undo: Callable[["Rows", "Rows"], None] = lambda _before, _after: None
    hosts_only: frozenset[str] = frozenset()  # entries that hosts alone undo, as codes
    history: Mapping[str, str] = field(default_factory=dict)  # what a revision notes of an undo


@dataclass(frozen=True, kw_only=True)
class Store(Generic[State]):
    """How the game's State is stored in its database tables, and what else the game stores."""

    tables: tuple["Table", ...]
    to_rows: Callable[[State, "Sitting"], "Rows"]
    from_rows: Callable[["Rows", "Sitting"], State]
    # What follows from the outcome, stored so that statistics need not score.
    derived: tuple["Table", ...] = ()
    derive: Callable[[Outcome[Any], "Sitting"], "Rows"] = lambda _outcome, _sitting: {}
    # Reads what is stored beside the State, once for a page: `TableNow.extra`...
    load_extra: Callable[["Session", State, Sequence["Seat"]], Any] = (
        lambda _session, _state, _seats: None
    )
    # ...and makes it fit after a change from one State to another. The action is the one that was
    # done, also where it is being undone or redone.
    after_change: Callable[["Session", State, State, str], None] = lambda *_change: None
    # Called when a phone takes or leaves a seat, with the session's lock: delete what only the
    # phone that sat there before may know.
    after_seat_change: Callable[["Session", "Seat"], None] = lambda _session, _seat: None
    # Called when a seat goes to another phone of the same player, with the session's lock: what was
    # entered there in secret stays, and is hidden from that phone.
    after_takeover: Callable[["Session", "Seat"], None] = lambda _session, _seat: None
    # Where taps enter a round step by step, before it is recorded.
    open_round: OpenRound | None = None

    def table(self, model: type["Model"]) -> "Table":
        return next(table for table in self.tables if table.model is model)


@dataclass(frozen=True, slots=True)
class Step:
    """One round, turn or painting: its name, and everyone's points after it."""

    label: Template
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A numbered drawing on the table, and what everybody may know about it by now."""

    number: int
    word: str = ""  # with its artist, once it is revealed
    artist: "Seat | None" = None
    known_by: Sequence["Seat"] = ()
    is_asked: bool = False  # right now


@dataclass(frozen=True, slots=True)
class Phase:
    """What everybody at a table is doing right now, as the board shows it to the whole room.

    It says nothing that a player may still keep from the others."""

    title: str  # "Everybody draws"
    notes: Mapping[str, str] = field(default_factory=dict)  # player -> "still drawing"
    awaited: Collection[str] = ()  # the players whose note says that they still have to do it
    about: Collection[str] = ()  # the players whom it is about
    figure: int | None = None  # the number that counts now, such as a criterion...
    figure_label: str = ""  # ...and what it is
    facts: Sequence[str] = ()  # sentences
    words: Sequence[str] = ()  # that lie on the table
    drawings: Sequence[Drawing] = ()


def turn_phase(
    now: "TableNow", facts: Sequence[str] = (), figure: int | None = None, figure_label: str = ""
) -> Phase | None:
    """Return whose turn it is; without turns, the board shows the game's name and how far it is."""
    if now.in_turn is None:
        return None
    name = now.in_turn.name
    return Phase(
        _("%(whose)s’s turn") % {"whose": name},
        notes={name: _("to play")},
        awaited=(name,),
        about=(name,),
        figure=figure,
        figure_label=figure_label,
        facts=facts,
    )


def numbered_steps(label: str, points: Sequence[Mapping[str, int]]) -> list[Step]:
    """Return steps that are called by their number, such as "Round %(number)d"."""
    return [Step(label % {"number": number}, each) for number, each in enumerate(points, 1)]


@dataclass(frozen=True, kw_only=True)
class Play(Generic[State]):
    """What the game does at the table."""

    # What the templates read besides `now`: _entry.html, which phones have that may enter, and
    # _entries.html with _parts.html.
    entry_context: "Callable[[Visit, TableNow, Form | None], dict[str, Any]]"
    parts_context: "Callable[[TableNow], dict[str, Any]]" = lambda _now: {}
    steps: Callable[[State, Outcome[Any]], Sequence[Step]]
    # Player -> what is still missing, or can still come.
    needs: Callable[[State, Outcome[Any]], Mapping[str, str]] = lambda _state, _outcome: {}
    # Player -> what they hold, as kinds of pieces: "red", "gray", or "own" in the colour of their
    # seat. An empty kind is a place that is still free.
    pieces: Callable[[State, Outcome[Any]], Mapping[str, Sequence[str]]] = no_pieces
    progress: Callable[[State, Outcome[Any]], str]  # "round 3 of 4"
    # A sentence about what was entered of a round that is not recorded, which stopping would lose;
    # it says nothing that a player may still keep from the others.
    unrecorded: "Callable[[TableNow], str]" = lambda _now: ""
    # The player whose turn it is, where players take turns; asked while the session goes on.
    whose_turn: Callable[[State], str] = lambda _state: ""
    # For the board.
    phase: "Callable[[TableNow], Phase | None]" = turn_phase
    hourglass: int = 0  # its seconds, where the game has one
    # Refuses an end that a document may have, but no table may bring about.
    check_end: Callable[[State, Outcome[Any]], None] = lambda _state, _outcome: None
    # The State of a rematch, of how the table began (with its last rules) and how it ended.
    rematch: Callable[[State, State], State] = lambda first, _last: first


# The modules of a game's package, as the type checker sees them.


class Rules(Protocol[Recorded]):
    SEATS: range

    @property
    def State(self) -> type[Recorded]: ...  # noqa: N802

    def score(self, state: Recorded, /) -> Outcome[Any]: ...

    def can_stop(self, state: Recorded, /) -> bool: ...


class Facts(Protocol[State_contra]):
    def facts(self, state: State_contra, outcome: Outcome[Any], /) -> Sequence[Fact]: ...

    def bests(self, state: State_contra, outcome: Outcome[Any], /) -> Sequence[Best]: ...

    def variants(self, state: State_contra, /) -> Sequence[str]: ...


class Documented(Protocol):
    KEYS: "Mapping[str, Key]"


class Worded(Protocol):
    WORDING: Wording


class FactsWorded(Protocol):
    FACT_WORDING: Mapping[str, FactWording]
    BEST_WORDING: Mapping[str, BestWording]


class Sampled(Protocol):
    def document(self, dice: Random, /) -> dict[str, Any]: ...


class Stored(Protocol[State]):
    STORE: "Store[State]"


class Played(Protocol[State]):
    PLAY: Play[State]


class Chosen(Protocol):
    @property
    def Options(self) -> "type[OptionsForm]": ...  # noqa: N802


class Typed(Protocol[State]):
    @property
    def SHEET(self) -> "Sheet[State, Any]": ...  # noqa: N802


class Photographed(Protocol[State]):
    FOLIO: Folio[State]


class Covered(Protocol[State]):
    COVER: Cover[State]


class Printed(Protocol):
    def load_catalogue(self) -> int: ...


@dataclass(frozen=True)
class Parts(Generic[State]):
    """Name the modules of a game's package for the type checker.

    Each game.py has one such line. It is never run: a module is imported when a part is needed."""

    rules: Rules[State]
    wording: Worded
    sample: Sampled
    store: Stored[State]
    table: Played[State]
    facts: Facts[State] | None = None
    fact_wording: FactsWorded | None = None
    options: Chosen | None = None
    sheet: Typed[State] | None = None
    document: Documented | None = None
    most_points: Callable[[int], int] | None = None
    printed: Printed | None = None
    cover: Covered[State] | None = None
    folio: Photographed[State] | None = None
    opening: Mapping[str, Any] | None = None


class Game(Generic[State]):
    """A game that the site offers."""

    result_only = False  # noted.game.result_only() makes others, for sessions without rounds

    def __init__(self, package: str) -> None:
        self.package = package
        self.slug = package.rpartition(".")[2]  # the folder's name, and `game` in its documents

    name: str = part("game.NAME")  # as printed on the box
    bgg_id: int | None = part("game.BGG_ID", default=None)  # at BoardGameGeek, if that is certain
    seats: range = part("rules.SEATS")
    state: type[State] = part("rules.State")  # its annotations give the documents and their schema
    # Where documents have a field of the State, or of its entries, under another name.
    keys: "Mapping[str, Key]" = part("document.KEYS", default={})
    score: Callable[[State], Outcome[Any]] = part("rules.score")  # refuses what is not allowed
    # Whether something that can score is recorded: before that there is nothing to stop.
    can_stop: Callable[[State], bool] = part("rules.can_stop")
    play: Play[State] = part("table.PLAY")
    # The form of what a new table chooses; None: there is nothing to choose.
    options: "type[OptionsForm] | None" = part("options.Options", default=None)
    # Of results without rounds: what a player can have at most, by the number of players, and
    # whether the game separates players with equal points.
    most_points: Callable[[int], int] = part("game.most_points", default=any_points)
    breaks_ties: bool = part("game.BREAKS_TIES", default=False)
    # Of a finished session: what it says of its players, and which variants were played, as codes.
    facts: Callable[[State, Outcome[Any]], Sequence[Fact]] = part("facts.facts", default=no_facts)
    # Of a player, by number: what the database counts in the rows that follow from the rounds.
    row_facts: Callable[[int], Sequence[CountedFact]] = part(
        "row_facts.row_facts", default=no_row_facts
    )
    # What somebody did best in the session, the most remarkable first; shown beside the winner.
    bests: Callable[[State, Outcome[Any]], Sequence[Best]] = part("facts.bests", default=no_bests)
    variants: Callable[[State], Sequence[str]] = part("facts.variants", default=no_variants)
    wording: Wording = part("wording.WORDING")  # codes -> sentences
    # The words for the facts, by their `what`, in the order in which they are read.
    fact_wording: Mapping[str, FactWording] = part("wording.FACT_WORDING", default={})
    best_wording: Mapping[str, BestWording] = part("wording.BEST_WORDING", default={})
    sample: Callable[[Random], dict[str, Any]] = part("sample.document")  # a made-up document
    # The document of a table that has not begun, without its players; if missing, empty lists.
    opening: Mapping[str, Any] | None = part("options.OPENING", default=None)
    # Stores what the game prints, such as its cards; returns how many are new.
    load_catalogue: Callable[[], int] = part("printed.load_catalogue", default=no_catalogue)
    store: Store[State] = part("store.STORE")
    # The picture of a session.
    cover: Cover[State] = part("cover.COVER", default=PLAIN)
    # Where photos of what was drawn belong, and what they show.
    folio: "Folio[State] | None" = part("folio.FOLIO", default=None)
    # How its sessions are typed in from a score pad.
    sheet: "Sheet[State, Any] | None" = part("sheet.SHEET", default=None)

    def stop(self, state: State, stopped: bool) -> State:
        """Return the State as broken off by its table, or as going on again (R-3)."""
        broken_off: State = entries.stop(state, stopped)
        return broken_off

    def has_begun(self, state: State, outcome: Outcome[Any]) -> bool:
        """Return whether anything was entered; until then the rules may change."""
        return outcome.finished or bool(self.play.steps(state, outcome))

    @property
    def editions(self) -> tuple[str, ...]:
        """Return the names of the printings that score differently, if there are several."""
        hint = get_type_hints(self.state).get("edition")
        return tuple([name for kind in get_args(hint) for name in get_args(kind)])

    @property
    def least_players(self) -> int:
        return self.seats[0]

    @property
    def most_players(self) -> int:
        return self.seats[-1]

    def load_parts(self) -> None:
        """Import all parts. Raises ImportError, which MissingPart is, if the package lacks one."""
        for name, declared in vars(Game).items():
            if isinstance(declared, cached_property):
                getattr(self, name)
