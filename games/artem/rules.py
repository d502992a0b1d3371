"""Artem: the State of a session, its score, and its changes (R-M1 to R-M8)."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Literal, TypedDict

from scoring.core import entries
from scoring.core.entries import EntryList, check_stop
from scoring.core.outcome import POINTS, STOPPED, Outcome
from scoring.core.ranking import Rung, after_each, rank
from scoring.core.refusals import (
    Path,
    Refused,
    after_the_end,
    check_player,
    check_players,
    check_within,
)
from scoring.documents.schema import Label, length, within

SEATS = range(2, 5)
LENGTHS = range(2, 7)
PLAYS = range(1, 3)
ALL_IN_PLAYS = range(1, 6)
FIRST_PLAY: Mapping[int, int] = MappingProxyType({2: 1, 3: 3, 4: 5, 5: 7, 6: 9})
LATER_PLAY: Mapping[int, int] = MappingProxyType({2: 1, 3: 2, 4: 3, 5: 4, 6: 5})
TARGETS: Mapping[int, int] = MappingProxyType({2: 20, 3: 15, 4: 10})  # by number of players

Variant = Literal["standard", "all-in"]
Directions = Literal["universal", "relative"]
DeckOut = Literal["main-deck", "color-deck"]


class End(StrEnum):
    POINTS = "points"
    MAIN_DECK = "main-deck"
    COLOR_DECK = "color-deck"
    STOPPED = STOPPED


class Refusal(StrEnum):
    NOT_YOUR_TURN = "not-your-turn"
    FIRST_TURN = "first-turn"
    ONE_CLAIM = "one-claim"
    PLAY_ORDER = "play-order"
    TARGET_REACHED = "target-reached"


@dataclass(frozen=True, slots=True)
class Claim:
    play: Annotated[int, within(ALL_IN_PLAYS)]  # its place among the turn's plays, from 1
    length: Annotated[int, within(LENGTHS)]
    color: Label | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    player: str
    claims: Annotated[tuple[Claim, ...], length(range(ALL_IN_PLAYS.stop))]


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    _: KW_ONLY
    variant: Variant | None = None  # None: nothing was said, so "standard"
    directions: Directions | None = None  # noted, never scored (R-M8)
    turns: tuple[Turn, ...]
    deck_out: DeckOut | None = None
    stopped: bool = False


class TurnScore(TypedDict):
    player: str
    points: int


class Details(TypedDict):
    target: int
    turns: list[TurnScore]


def score(state: State) -> Outcome[Details]:
    check_players(state.players, SEATS)
    check_stop(state, can_stop=can_stop(state))
    points = dict.fromkeys(state.players, 0)
    turns: list[TurnScore] = []
    for at, turn in enumerate(state.turns):
        _check_turn(state, points, at, turn)
        gained = _play_claims(state, points[turn.player], turn, ("turns", at, "claims"))
        points[turn.player] += gained
        turns.append({"player": turn.player, "points": gained})
    return Outcome(
        standings=rank(state.players, [Rung(POINTS, points)]),
        ladder=(POINTS,),
        end=_end(state, points),
        details={"target": target(state), "turns": turns},
    )


def can_stop(state: State) -> bool:
    """Return whether a claim is recorded, and so something that the table can stop (R-3)."""
    return any(turn.claims for turn in state.turns)


def target(state: State) -> int:
    return TARGETS[len(state.players)]


def points_to_go(state: State, points: int) -> int:
    return max(target(state) - points, 0)


def points_by_turn(state: State, details: Details) -> list[dict[str, int]]:
    """Return what everyone has after each turn."""
    gains = [{turn["player"]: turn["points"]} for turn in details["turns"]]
    return after_each(state.players, gains)


def plays(state: State) -> range:
    """Return the numbers of the plays of a turn (R-M2)."""
    return ALL_IN_PLAYS if state.variant == "all-in" else PLAYS


def claim_points(claim: Claim) -> int:
    """Return what a claim earns: more if it is the turn's first play (R-M4, R-M5)."""
    return (FIRST_PLAY if claim.play == 1 else LATER_PLAY)[claim.length]


def player_at(state: State, at: int) -> str:
    """Return whose turn number `at` (from 0) is (R-M1)."""
    return state.players[at % len(state.players)]


def whose_turn(state: State) -> str:
    return player_at(state, len(state.turns))


def may_claim(state: State, at: int) -> bool:
    """Return whether turn number `at` (from 0) may have claims (R-M3)."""
    return at >= len(state.players)


def _end(state: State, points: Mapping[str, int]) -> str | None:
    if _reached(state, points):
        return End.POINTS
    if state.deck_out is not None:
        return End(state.deck_out)
    return End.STOPPED if state.stopped else None


def _reached(state: State, points: Mapping[str, int]) -> bool:
    return max(points.values()) >= target(state)


def _check_turn(state: State, points: Mapping[str, int], at: int, turn: Turn) -> None:
    if _reached(state, points):
        raise after_the_end(("turns", at))
    check_player(turn.player, state.players, ("turns", at, "player"))
    expected = player_at(state, at)
    if turn.player != expected:
        raise Refused(
            ("turns", at, "player"), Refusal.NOT_YOUR_TURN, name=turn.player, expected=expected
        )
    if turn.claims and not may_claim(state, at):
        raise Refused(("turns", at, "claims"), Refusal.FIRST_TURN, name=turn.player)


def _play_claims(state: State, before: int, turn: Turn, path: Path) -> int:
    """Return what the turn's claims earn. Raises Refused for the first that is not allowed."""
    gained = 0
    last_play = 0
    for at, claim in enumerate(turn.claims):
        if before + gained >= target(state):
            raise Refused((*path, at), Refusal.TARGET_REACHED, name=turn.player)
        if at > 0 and state.variant != "all-in":
            raise Refused((*path, at), Refusal.ONE_CLAIM)
        check_within(claim.play, plays(state), (*path, at, "play"))
        if claim.play <= last_play:
            raise Refused((*path, at, "play"), Refusal.PLAY_ORDER, play=claim.play)
        check_within(claim.length, LENGTHS, (*path, at, "length"))
        gained += claim_points(claim)
        last_play = claim.play
    return gained


# Changes


def said_end(state: State) -> str | None:
    """Return how the players said that it is over: a deck ran out (R-M6), or they stopped."""
    return state.deck_out or entries.said_end(state)


TURNS: EntryList[State, Turn] = EntryList("turns", can_stop, said_end)


def set_deck_out(state: State, deck: DeckOut | None) -> State:
    """Note which deck ran out, or that none did (R-M6)."""
    return replace(state, deck_out=deck)
