"""#ARTBOX: the State of a session, its score, and its changes (R-A1 to R-A9)."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple, TypedDict

from scoring.core.entries import EntryList, check_stop
from scoring.core.outcome import POINTS, STOPPED, Outcome
from scoring.core.ranking import Rung, leaders, rank
from scoring.core.refusals import (
    Code,
    Path,
    Refused,
    after_the_end,
    check_count,
    check_names,
    check_player,
    check_players,
)
from scoring.documents.schema import length, within

SEATS = range(3, 9)
NUMBER_TOKENS = range(1, SEATS.stop)
DICE = 4
TWO_DRAWINGS_PLAYERS = 3
DRAWINGS = range(1, 3)  # of each player
RIGHT = range(DRAWINGS.stop)  # drawings of one artist that someone guessed
# drawings of each player -> how many of an author's one can guess right
NUMBERS_RIGHT = {each: frozenset(range(each + 1)) for each in DRAWINGS}

Edition = Literal["en-2020", "fr-2019"]
Variant = Literal["standard", "experienced", "simplified"]
Shape = Literal["circle", "square", "triangle", "line"]
AWARDS: tuple[Literal["drawing", "sheet"], ...] = ("drawing", "sheet")
# guesser -> author -> drawings guessed right
Guesses = Mapping[str, Mapping[str, Annotated[int, within(RIGHT)]]]


class End(StrEnum):
    TOKENS = "tokens"
    STOPPED = STOPPED


class TieBreak(StrEnum):
    """Rungs below points (R-A8), and those that decide an award (R-A4, R-A5)."""

    SHEET = "sheet"
    VALID = "valid"
    RECOGNITION = "recognition"
    NUMBER_TOKEN = "number-token"  # noqa: S105 (a cardboard token)


SHEET_RUNGS = (TieBreak.SHEET, TieBreak.VALID, TieBreak.RECOGNITION)


class Award(StrEnum):
    DRAWING = "drawing"
    SHEET = "sheet"


class Note(StrEnum):
    INVALID = "invalid"


class Refusal(StrEnum):
    TWO_DRAWINGS = "two-drawings"
    MISSING_FINISH = "missing-finish"
    UNFINISHED = "unfinished"
    NO_NUMBER_TOKENS = "no-number-tokens"
    NO_VALIDITY = "no-validity"
    OWN_DRAWING = "own-drawing"
    TOO_MANY_RIGHT = "too-many-right"


class EntryRefusal(StrEnum):
    """Why something of the round cannot be entered yet, or no longer."""

    NOT_GONE_THROUGH = "not-gone-through"
    STILL_DRAWING = "still-drawing"
    REVEALED = "revealed"
    HIDDEN_AGAIN = "hidden-again"
    HANDED_IN = "handed-in"
    NO_WORDS = "no-words"
    PLACE_TAKEN = "place-taken"
    SAME_WORD = "same-word"
    WORDS_CHANGED = "words-changed"
    OWN_NUMBER = "own-number"
    NOT_TOLD = "not-told"
    NOT_WRITTEN = "not-written"
    WORD_LENGTH = "word-length"
    WORDS_SHOWN = "words-shown"
    WAITING = "waiting"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Round:
    _: KW_ONLY
    # None in `simplified` only.
    finish: Annotated[tuple[str, ...] | None, length(SEATS, different=True)] = None
    invalid: Annotated[tuple[str, ...] | None, length(range(SEATS.stop), different=True)] = None
    guesses: Guesses
    dice: Annotated[tuple[Shape, ...] | None, length(range(DICE, DICE + 1))] = None


@dataclass(frozen=True, slots=True)
class State:
    """The rounds and rules of a table. None stands for the default, as the table did not choose."""

    players: tuple[str, ...]
    _: KW_ONLY
    edition: Edition | None = None
    variant: Variant | None = None
    two_drawings: bool | None = None
    rounds: tuple[Round, ...]
    stopped: bool = False


class Tokens(TypedDict):
    drawing: int
    sheet: int


class Awards(TypedDict):
    drawing: list[str]
    sheet: list[str]


class RoundScore(TypedDict):
    maestro: str
    recognition: dict[str, int]
    sheets: dict[str, int]
    awards: Awards


class Details(TypedDict):
    target: int | None
    tokens: dict[str, Tokens]
    rounds: list[RoundScore]


def score(state: State) -> Outcome[Details]:
    check_players(state.players, SEATS)
    check_stop(state, can_stop=can_stop(state))
    _check_options(state)
    tokens: dict[str, Tokens] = {name: {"drawing": 0, "sheet": 0} for name in state.players}
    rounds: list[RoundScore] = []
    goal = Goal(target(state), *experienced_targets(state))
    players = {*state.players}
    over = False
    for at, round in enumerate(state.rounds):
        if over:
            raise after_the_end(("rounds", at))
        _check_round(state, players, round, ("rounds", at))
        worth = _round_score(state, at)
        rounds.append(worth)
        for award in AWARDS:
            for name in worth["awards"][award]:
                own = tokens[name]
                own[award] += 1
                over = over or goal.is_reached(own)
    ladder = _ladder(state, tokens, rounds)
    invalid = (state.rounds[-1].invalid or ()) if state.rounds else ()
    return Outcome(
        standings=rank(state.players, ladder),
        ladder=tuple([rung.name for rung in ladder]),
        end=End.TOKENS if over else End.STOPPED if state.stopped else None,
        details={"target": goal.tokens, "tokens": tokens, "rounds": rounds},
        notes={TieBreak.RECOGNITION: dict.fromkeys(invalid, Note.INVALID)},
    )


def can_stop(state: State) -> bool:
    """Return whether a round is recorded, and so something that the table can stop (R-3)."""
    return bool(state.rounds)


def _ladder(state: State, tokens: Mapping[str, Tokens], rounds: list[RoundScore]) -> list[Rung]:
    """Return the rungs of R-A8; before the first round there are only tokens."""
    ladder = [Rung(POINTS, {name: sum_of(own) for name, own in tokens.items()})]
    if rounds:
        ladder.append(Rung(TieBreak.RECOGNITION, rounds[-1]["recognition"]))
        ladder.extend(number_tokens(state.rounds[-1]))
    return ladder


def _round_score(state: State, at: int) -> RoundScore:
    round = state.rounds[at]
    recognition, sheets = tally(state, at)
    return {
        "maestro": maestro(state, at),
        "recognition": recognition,
        "sheets": sheets,
        "awards": awards(state, round, recognition, sheets),
    }


def tally(state: State, at: int) -> tuple[dict[str, int], dict[str, int]]:
    """Return each player's recognition and each player's sheet (R-A1).

    Refuses guesses that nobody can have made."""
    recognition = dict.fromkeys(state.players, 0)
    sheets = dict.fromkeys(state.players, 0)
    possible = NUMBERS_RIGHT[drawings_each(state)]
    for guesser, right in state.rounds[at].guesses.items():
        if guesser in right or guesser not in sheets:
            raise _wrong_guess(state, guesser, right, at)
        sheet = 0
        for author, number in right.items():
            if author not in recognition or number not in possible:
                raise _wrong_guess(state, guesser, right, at)
            recognition[author] += number
            sheet += number
        sheets[guesser] = sheet
    return recognition, sheets


def awards(
    state: State, round: Round, recognition: Mapping[str, int], sheets: Mapping[str, int]
) -> Awards:
    """Return who gets the tokens of a round (R-A4 to R-A6)."""
    if is_simplified(state):
        return {
            "drawing": leaders(state.players, [Rung(TieBreak.RECOGNITION, recognition)]),
            "sheet": leaders(state.players, [Rung(TieBreak.SHEET, sheets)]),
        }
    # Number tokens decide between tied players: of these, max() returns the first.
    valid = drawing_candidates(state, round)
    drawing = [max(valid, key=recognition.__getitem__)] if valid else []
    others = sheet_candidates(state, round, drawing)
    sheet = max(others, key=sheet_numbers(state, round, recognition, sheets))
    return {"drawing": drawing, "sheet": [sheet]}


def drawing_candidates(state: State, round: Round) -> list[str]:
    """Return who can get the drawing token, by number tokens (R-A4); nobody may be valid."""
    in_order = round.finish or state.players
    if not round.invalid:
        return [*in_order]
    return [name for name in in_order if name not in round.invalid]


def sheet_candidates(state: State, round: Round, drawing_winners: list[str]) -> list[str]:
    """Return who can get the sheet token, by number tokens (R-A5, R-A6)."""
    if is_simplified(state):
        return [*state.players]
    return [name for name in round.finish or () if name not in drawing_winners]


def sheet_numbers(
    state: State, round: Round, recognition: Mapping[str, int], sheets: Mapping[str, int]
) -> Callable[[str], tuple[int, ...]]:
    """Return a player's numbers on SHEET_RUNGS, as a function of the name (R-A5, R-A6)."""
    invalid = round.invalid or ()
    if is_simplified(state):
        return lambda name: (sheets[name],)
    if state.edition == "fr-2019":
        return lambda name: (sheets[name], name not in invalid, recognition[name])
    return lambda name: (sheets[name], name not in invalid)


def number_tokens(round: Round) -> list[Rung]:
    if round.finish is None:
        return []
    numbers = dict(zip(round.finish, NUMBER_TOKENS, strict=False))
    return [Rung(TieBreak.NUMBER_TOKEN, numbers, low_wins=True)]


# The end (R-A7)


def _by_table_size(state: State, *, small: int, middle: int, large: int) -> int:
    """Return the value for 3 or 4, 5 or 6, 7 or 8 players."""
    return (small, middle, large)[(len(state.players) - 3) // 2]


def target(state: State) -> int | None:
    """Return how many tokens end the game; None in `experienced`, where colours matter."""
    tokens = _by_table_size(state, small=5, middle=4, large=3)
    if state.variant == "experienced":
        return None
    if is_simplified(state):
        return tokens + 2 if state.edition == "fr-2019" else tokens - 2
    return tokens


def experienced_targets(state: State) -> tuple[int, int]:
    """Return how many of each colour end the game, and how many of one."""
    return (2, 6) if len(state.players) <= 6 else (1, 4)


class Goal(NamedTuple):
    """The tokens that end the game, or in `experienced` those of each colour or of one."""

    tokens: int | None
    each: int
    one: int

    def is_reached(self, own: Tokens) -> bool:
        drawing, sheet = own["drawing"], own["sheet"]
        if self.tokens is not None:
            return drawing + sheet >= self.tokens
        return min(drawing, sheet) >= self.each or max(drawing, sheet) >= self.one


def sum_of(own: Tokens) -> int:
    return own["drawing"] + own["sheet"]


# What a table wants to know (R-A9)


def drawings_in_all(state: State) -> int:
    return drawings_each(state) * len(state.players)


def drawings_of_others(state: State) -> int:
    """Return how many drawings each player guesses, and so how many guesses each gets (R-A1)."""
    return drawings_each(state) * (len(state.players) - 1)


def words_on_display(state: State) -> int:
    return drawings_in_all(state) + decoys(state)


def decoys(state: State) -> int:
    """Return how many word cards to add to the players' own."""
    return _by_table_size(state, small=3, middle=2, large=1)


def maestro(state: State, at: int) -> str:
    """Return who leads round number `at` (from 0): one seat further to the left each time."""
    return state.players[at % len(state.players)]


def is_simplified(state: State) -> bool:
    return state.variant == "simplified"


def drawings_each(state: State) -> int:
    """Return how many drawings each player makes (R-A2)."""
    if state.two_drawings is None:
        return 2 if len(state.players) == TWO_DRAWINGS_PLAYERS else 1
    return 2 if state.two_drawings else 1


# What may not be recorded


def _check_options(state: State) -> None:
    if state.two_drawings and len(state.players) != TWO_DRAWINGS_PLAYERS:
        raise Refused(("options", "two_drawings"), Refusal.TWO_DRAWINGS, players=len(state.players))


def _check_round(state: State, players: set[str], round: Round, path: Path) -> None:
    _check_finish(state, players, round, path)
    if round.invalid is not None:
        _check_invalid(state, round.invalid, (*path, "invalid"))
    if round.dice is not None:
        check_count(round.dice, range(DICE, DICE + 1), (*path, "dice"))


def _check_finish(state: State, players: set[str], round: Round, path: Path) -> None:
    finish = round.finish
    if is_simplified(state):
        if finish is not None:
            raise Refused((*path, "finish"), Refusal.NO_NUMBER_TOKENS)
    elif finish is None:
        raise Refused(path, Refusal.MISSING_FINISH)
    elif len(finish) != len(players) or players != {*finish}:
        check_names(finish, players, (*path, "finish"))
        missing = [name for name in state.players if name not in finish]
        raise Refused((*path, "finish"), Refusal.UNFINISHED, names=tuple(missing))


def _check_invalid(state: State, invalid: tuple[str, ...], path: Path) -> None:
    if is_simplified(state):
        raise Refused(path, Refusal.NO_VALIDITY)
    check_names(invalid, state.players, path)


def _wrong_guess(state: State, guesser: str, right: Mapping[str, int], at: int) -> Refused:
    """Return the refusal of the first guess that is not allowed."""
    path: Path = ("rounds", at, "guesses", guesser)
    check_player(guesser, state.players, path)
    most = drawings_each(state)
    for author, number in right.items():
        if author not in state.players:
            return Refused((*path, author), Code.UNKNOWN_PLAYER, name=author)
        if author == guesser:
            return Refused((*path, author), Refusal.OWN_DRAWING, name=author)
        if not 0 <= number <= most:
            break
    return Refused(
        (*path, author), Refusal.TOO_MANY_RIGHT, guesser=guesser, author=author, most=most
    )


# Changes

ROUNDS: EntryList[State, Round] = EntryList("rounds", can_stop)
