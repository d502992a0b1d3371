"""Duplik: the State of a session, its score, and its changes (R-D1 to R-D6)."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from typing import Annotated, Literal, TypedDict

from scoring.core.entries import EntryList, check_stop
from scoring.core.outcome import POINTS, STOPPED, Outcome, Standing
from scoring.core.ranking import Rung, after_each, leaders, rank
from scoring.core.refusals import (
    Path,
    Refused,
    after_the_end,
    check_all_within,
    check_different,
    check_player,
    check_players,
    check_within,
)
from scoring.documents.schema import Label, length, within

SEATS = range(3, 7)
CRITERIA = range(1, 11)
LAPS = range(1, 4)
SUPER_BONUS = 2
ALL_CRITERIA = frozenset(CRITERIA)
MOST_NARRATING = len(CRITERIA)
MOST_DRAWING = len(CRITERIA) + SUPER_BONUS

Side = Literal["left", "right"]
Criterion = Annotated[int, within(CRITERIA)]
Sheet = Annotated[tuple[Criterion, ...], length(range(len(CRITERIA) + 1), different=True)]


class End(StrEnum):
    LAPS = "laps"
    STOPPED = STOPPED


class Refusal(StrEnum):
    NARRATED_ENOUGH = "narrated-enough"
    NARRATOR_DRAWS = "narrator-draws"
    MISSING_SHEET = "missing-sheet"


class JudgingRefusal(StrEnum):
    """Refusals while a round is being judged on several phones."""

    ROUND_IS_GONE = "round-is-gone"
    ALREADY_BEGUN = "already-begun"
    NO_SIDE = "no-side"
    NOT_AN_ARTIST = "not-an-artist"
    SHEET_IS_DONE = "sheet-is-done"
    BOX_IS_DISPUTED = "box-is-disputed"
    NO_DISPUTE = "no-dispute"
    ALREADY_DECIDED = "already-decided"
    NARRATOR_KEEPS_OUT = "narrator-keeps-out"
    NARRATOR_STARTS_OVER = "narrator-starts-over"
    AUTHOR_DOES_NOT_VOTE = "author-does-not-vote"
    OWN_PHONE = "own-phone"
    NOT_EVEN = "not-even"
    JUDGES_MISSING = "judges-missing"
    VOTES_MISSING = "votes-missing"


@dataclass(frozen=True, slots=True)
class Round:
    narrator: str
    super_criterion: Criterion
    sheets: Mapping[str, Sheet]  # artist -> the criteria met
    title: Label | None = None


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    _: KW_ONLY
    laps: Annotated[int | None, within(LAPS)] = None  # None: nothing was said, so one
    rounds: tuple[Round, ...]
    stopped: bool = False


class Total(TypedDict):
    artist: int
    narrator: int


class SheetScore(TypedDict):
    criteria: int
    bonus: int
    points: int


class RoundScore(TypedDict):
    artists: dict[str, int]
    narrator: int


class Details(TypedDict):
    totals: dict[str, Total]
    rounds: list[RoundScore]


def score(state: State) -> Outcome[Details]:
    check_players(state.players, SEATS)
    check_stop(state, can_stop=can_stop(state))
    laps = laps_of(state)
    check_within(laps, LAPS, ("options", "laps"))
    rounds: list[RoundScore] = []
    to_play = rounds_to_play(state)
    left = dict.fromkeys(state.players, laps)
    totals: dict[str, Total] = {name: {"artist": 0, "narrator": 0} for name in state.players}
    for at, round in enumerate(state.rounds):
        if at == to_play:
            raise after_the_end(("rounds", at))
        _check_round(state, round, left, ("rounds", at))
        worth = round_score(round)
        rounds.append(worth)
        left[round.narrator] -= 1
        totals[round.narrator]["narrator"] += worth["narrator"]
        for artist, drawn in worth["artists"].items():
            totals[artist]["artist"] += drawn
    points = {name: total["artist"] + total["narrator"] for name, total in totals.items()}
    return Outcome(
        standings=rank(state.players, [Rung(POINTS, points)]),
        ladder=(POINTS,),
        end=_end(state),
        details={"totals": totals, "rounds": rounds},
    )


def can_stop(state: State) -> bool:
    """Return whether a round is recorded, and so something that the table can stop (R-3)."""
    return bool(state.rounds)


def round_score(round: Round) -> RoundScore:
    """Return what a round brings everyone (R-D2, R-D3)."""
    met_by_anyone: set[int] = set()
    bonus_for = round.super_criterion
    return {
        "artists": {
            artist: sheet_points(sheet, bonus_for) for artist, sheet in round.sheets.items()
        },
        "narrator": len(met_by_anyone.union(*round.sheets.values())),
    }


def sheet_score(sheet: Sheet, super_criterion: int) -> SheetScore:
    points = sheet_points(sheet, super_criterion)
    return {"criteria": len(sheet), "bonus": points - len(sheet), "points": points}


def sheet_points(sheet: Sheet, super_criterion: int) -> int:
    """Return what a sheet is worth (R-D2)."""
    return len(sheet) + SUPER_BONUS * (super_criterion in sheet)


def points_by_round(state: State, details: Details) -> list[dict[str, int]]:
    """Return what everyone has after each round."""
    brought = [
        {**worth["artists"], round.narrator: worth["narrator"]}
        for round, worth in zip(state.rounds, details["rounds"], strict=True)
    ]
    return after_each(state.players, brought)


def best_of(totals: Mapping[str, Total], part: Literal["artist", "narrator"]) -> list[str]:
    """Return who got the most points in that role; several can share it."""
    return leaders([*totals], [Rung(part, {name: own[part] for name, own in totals.items()})])


def laps_of(state: State) -> int:
    return LAPS[0] if state.laps is None else state.laps


def rounds_to_play(state: State) -> int:
    """Return how many rounds there are: everyone narrates once a lap (R-D4)."""
    return len(state.players) * laps_of(state)


def _end(state: State) -> str | None:
    if len(state.rounds) == rounds_to_play(state):
        return End.LAPS
    return End.STOPPED if state.stopped else None


def _check_round(state: State, round: Round, left: Mapping[str, int], path: Path) -> None:
    """Check a round before which everyone still narrates so often."""
    narrator = round.narrator
    if not left.get(narrator):
        check_player(narrator, state.players, (*path, "narrator"))
        laps = laps_of(state)
        raise Refused((*path, "narrator"), Refusal.NARRATED_ENOUGH, name=narrator, laps=laps)
    if round.super_criterion not in ALL_CRITERIA:
        check_within(round.super_criterion, CRITERIA, (*path, "super"))
    _check_sheets(state, round, left, path)


def _check_sheets(state: State, round: Round, left: Mapping[str, int], path: Path) -> None:
    are_artists = round.sheets.keys() <= left.keys() and round.narrator not in round.sheets
    for artist, sheet in round.sheets.items():
        different = ALL_CRITERIA.intersection(sheet)
        if not are_artists or len(different) < len(sheet):
            _check_sheet(state, round, artist, (*path, "sheets", artist))
    if len(round.sheets) < len(left) - 1:
        missing = [name for name in artists(state, round.narrator) if name not in round.sheets]
        raise Refused((*path, "sheets"), Refusal.MISSING_SHEET, names=tuple(missing))


def _check_sheet(state: State, round: Round, artist: str, path: Path) -> None:
    check_player(artist, state.players, path)
    if artist == round.narrator:
        raise Refused(path, Refusal.NARRATOR_DRAWS, name=artist)
    check_all_within(round.sheets[artist], CRITERIA, path)
    check_different(round.sheets[artist], path)


# Who does what at the table


def artists(state: State, narrator: str) -> tuple[str, ...]:
    """Return everyone but the narrator, in seat order (R-D1)."""
    return tuple([name for name in state.players if name != narrator])


def authors_judged(state: State, narrator: str, side: Side) -> dict[str, str]:
    """Return judge -> author, each drawing having gone to the artist on that side (R-D6).

    Seats are clockwise, so the next seat is the one on the left."""
    drawn = artists(state, narrator)
    step = 1 if side == "left" else -1
    return {drawn[(at + step) % len(drawn)]: author for at, author in enumerate(drawn)}


# What is still to come


def narrations_left(state: State) -> dict[str, int]:
    """Return how often each player still narrates (R-D4)."""
    left = dict.fromkeys(state.players, laps_of(state))
    for round in state.rounds:
        left[round.narrator] -= 1
    return left


def next_narrator(state: State) -> str | None:
    """Return who may narrate next, going left from the last narrator; the order is free (R-D4)."""
    left = narrations_left(state)
    after = state.players.index(state.rounds[-1].narrator) + 1 if state.rounds else 0
    around = state.players[after:] + state.players[:after]
    return next((name for name in around if left[name]), None)


def most_to_come(state: State) -> dict[str, int]:
    """Return what each player can get at most in the rounds that are left."""
    left = narrations_left(state)
    rounds = sum(left.values())
    return {
        name: MOST_NARRATING * narrates + MOST_DRAWING * (rounds - narrates)
        for name, narrates in left.items()
    }


def most_gained_on(state: State, behind: str, ahead: str) -> int:
    """Return by how much `behind` can come closer, or pass, in the rounds that are left.

    While `ahead` narrates, every criterion that `behind` meets counts for both: only the bonus is
    gained. In the other rounds `ahead` may get nothing."""
    left = narrations_left(state)
    others = sum(left.values()) - left[behind] - left[ahead]
    return MOST_NARRATING * left[behind] + SUPER_BONUS * left[ahead] + MOST_DRAWING * others


def out_of_reach(state: State, standings: Sequence[Standing], behind: str) -> str | None:
    """Return the first in the standings whom `behind` can no longer catch."""
    points = {standing.player: standing.points for standing in standings}
    for ahead, number in points.items():
        gap = number - points[behind]
        if gap > 0 and most_gained_on(state, behind, ahead) < gap:
            return ahead
    return None


# Changes

ROUNDS: EntryList[State, Round] = EntryList("rounds", can_stop)


def set_sheet(state: State, at: int, artist: str, met: Sheet) -> State:
    round = ROUNDS.find(state, at)
    return ROUNDS.replace(state, at, replace(round, sheets={**round.sheets, artist: met}))


def tick(state: State, at: int, artist: str, criterion: int, met: bool) -> State:
    """Note whether one criterion is met; noting the same again changes nothing."""
    round = ROUNDS.find(state, at)
    check_within(criterion, CRITERIA, ("rounds", at, "sheets", artist))
    others = {number for number in round.sheets.get(artist, ()) if number != criterion}
    sheet = sorted(others | {criterion} if met else others)
    return set_sheet(state, at, artist, tuple(sheet))
