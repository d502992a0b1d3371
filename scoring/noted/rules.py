"""Rank the players of a result without rounds (R-6): by points, by places, or by who won.

The game's own rules play no part, but for how many may play, how many points are possible, and
whether the game breaks ties. What contradicts itself is refused at its place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypedDict

from scoring.core.outcome import POINTS, SHARED, Outcome, Standing
from scoring.core.refusals import Code, Refused, check_different, check_players, check_within

NOTED = "noted"  # how it ended, and what put somebody below another where points do not say it


class Refusal(StrEnum):
    NOTHING_SAID = "nothing-said"
    PLACE_AGAINST_POINTS = "place-against-points"
    PLACE_SKIPS = "place-skips"
    PLACE_IS_SHARED = "place-is-shared"
    WINNER_IS_KNOWN = "winner-is-known"
    WINNER_HAS_FEWER = "winner-has-fewer"
    ROUNDS_ARE_RECORDED = "rounds-are-recorded"


@dataclass(frozen=True, slots=True)
class NotedPlayer:
    name: str
    points: int | None = None
    place: int | None = None
    winner: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """What was noted of a session: the players in seat order, as far as that is known."""

    noted: tuple[NotedPlayer, ...]
    edition: str | None = None
    stopped: ClassVar[bool] = False

    @property
    def players(self) -> tuple[str, ...]:
        return tuple([player.name for player in self.noted])

    @property
    def has_points(self) -> bool:
        return any(player.points is not None for player in self.noted)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the game allows: how many players, how many points at that number, broken ties."""

    seats: range
    most_points: Callable[[int], int]
    breaks_ties: bool


class Details(TypedDict):
    noted: bool


def score(state: State, limits: Limits) -> Outcome[Details]:
    """Return the outcome that was noted. Raises Refused where it contradicts itself."""
    _check_players(state, limits)
    _check_points(state, limits)
    _check_places(state, limits)
    _check_winners(state, limits)
    return Outcome(
        standings=_standings(state),
        ladder=(POINTS, NOTED) if state.has_points else (NOTED,),
        end=NOTED,
        details={"noted": True},
    )


def open_ties(state: State, *, breaks_ties: bool) -> tuple[str, ...]:
    """Return players with equal points whose places the game would have told apart."""
    if not breaks_ties or not state.has_points:
        return ()
    tied = _tied(state)
    told_apart = any(player.place is not None or player.winner for player in state.noted)
    return () if told_apart else tuple([player.name for player in tied])


# Checks


def _check_players(state: State, limits: Limits) -> None:
    check_players(tuple(map(str, range(len(state.noted)))), limits.seats)
    try:
        check_different(state.players, ("players",), Code.NAME_TWICE)
    except Refused as refused:
        raise Refused((*refused.path, "name"), refused.code, **refused.values) from None


def _check_points(state: State, limits: Limits) -> None:
    if not state.has_points:
        return
    allowed = range(limits.most_points(len(state.noted)) + 1)
    for at, player in enumerate(state.noted):
        if player.points is None:
            raise Refused(("players", at), Code.MISSING_KEY, key="points")
        check_within(player.points, allowed, ("players", at, "points"))


def _check_places(state: State, limits: Limits) -> None:
    if all(player.place is None for player in state.noted):
        return
    needed = {player.name for player in _tied(state)} if state.has_points else {*state.players}
    by_name = _ranks(state)
    for at, player in enumerate(state.noted):
        if player.place is None and player.name in needed:
            raise Refused(("players", at), Code.MISSING_KEY, key="place")
    for at, player in enumerate(state.noted):
        if player.place is not None:
            _check_place(state, at, by_name[player.name], limits)


def _check_place(state: State, at: int, rank: int, limits: Limits) -> None:
    player, path = state.noted[at], ("players", at, "place")
    if player.points is not None:
        least = 1 + sum((other.points or 0) > player.points for other in state.noted)
        most = least - 1 + sum(other.points == player.points for other in state.noted)
        if player.place not in range(least, most + 1):
            values = {"points": player.points, "wanted": range(least, most + 1)}
            raise Refused(path, Refusal.PLACE_AGAINST_POINTS, **values)
        if player.place != least and not limits.breaks_ties:
            raise Refused(path, Refusal.PLACE_IS_SHARED, place=least)
    if player.place != rank:
        raise Refused(path, Refusal.PLACE_SKIPS, place=rank)


def _check_winners(state: State, limits: Limits) -> None:
    winners = [at for at, player in enumerate(state.noted) if player.winner]
    if not winners:
        if not state.has_points and all(player.place is None for player in state.noted):
            raise Refused(("players",), Refusal.NOTHING_SAID)
        return
    first = ("players", winners[0], "winner")
    if any(player.place is not None for player in state.noted):
        raise Refused(first, Refusal.WINNER_IS_KNOWN)
    if not state.has_points:
        return
    points = [player.points for player in state.noted]
    best = max(number for number in points if number is not None)
    if points.count(best) == 1 or not limits.breaks_ties:
        raise Refused(first, Refusal.WINNER_IS_KNOWN)
    for at in winners:
        if points[at] != best:
            raise Refused(("players", at, "winner"), Refusal.WINNER_HAS_FEWER)


def _tied(state: State) -> Sequence[NotedPlayer]:
    """Return the players whom points leave tied with somebody."""
    points = [player.points for player in state.noted]
    return [player for player in state.noted if points.count(player.points) > 1]


# Ranks


def _ranks(state: State) -> dict[str, int]:
    keys = {player.name: _order(player) for player in state.noted}
    return {name: 1 + sum(other < key for other in keys.values()) for name, key in keys.items()}


def _order(player: NotedPlayer) -> tuple[int, int, bool]:
    return -(player.points or 0), player.place or 0, not player.winner


def _standings(state: State) -> tuple[Standing, ...]:
    ranks = _ranks(state)
    in_order = sorted(state.noted, key=lambda player: ranks[player.name])
    standings: list[Standing] = []
    above: NotedPlayer | None = None
    for player in in_order:
        rank = ranks[player.name]
        numbers = (rank,) if player.points is None else (player.points, rank)
        decided_by = None if above is None else _decided_by(above, player, ranks)
        has_points = player.points is not None
        standings.append(Standing(player.name, rank, numbers, decided_by, has_points))
        above = player
    return tuple(standings)


def _decided_by(above: NotedPlayer, below: NotedPlayer, ranks: dict[str, int]) -> str:
    if ranks[above.name] == ranks[below.name]:
        return SHARED
    return NOTED if above.points == below.points else POINTS
