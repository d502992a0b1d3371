"""Order the players of a table: points first, then a ladder of tie-breaks, then shared places.

Every game ranks with `rank()`; no game sorts by hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.outcome import SHARED, Standing


@dataclass(frozen=True, slots=True)
class Rung:
    """A step of the ladder with each player's number; more is better unless `low_wins`."""

    name: str
    numbers: Mapping[str, int]
    low_wins: bool = False


def rank(players: Sequence[str], ladder: Sequence[Rung]) -> tuple[Standing, ...]:
    """Return the standings, best first (R-1, R-5); the order of `players` breaks no tie."""
    keys = _keys(players, ladder)
    standings: list[Standing] = []
    for place, player in enumerate(sorted(players, key=keys.__getitem__), 1):
        numbers = tuple([rung.numbers[player] for rung in ladder])
        if not standings:
            standings.append(Standing(player, 1, numbers, None))
            continue
        above = standings[-1]
        decided_by = _first_difference(above.numbers, numbers, ladder)
        here = above.rank if decided_by == SHARED else place
        standings.append(Standing(player, here, numbers, decided_by))
    return tuple(standings)


def leaders(players: Sequence[str], ladder: Sequence[Rung]) -> list[str]:
    """Return everyone on the first rank, in seat order: who gets an award."""
    keys = _keys(players, ladder)
    best = min(keys.values(), default=None)
    return [player for player in players if keys[player] == best]


def after_each(players: Sequence[str], gains: Iterable[Mapping[str, int]]) -> list[dict[str, int]]:
    """Return everyone's points after each round or turn, from what each of them brought."""
    points = dict.fromkeys(players, 0)
    return [
        points := {name: held + gained.get(name, 0) for name, held in points.items()}
        for gained in gains
    ]


def _keys(players: Sequence[str], ladder: Sequence[Rung]) -> dict[str, list[int]]:
    signed = [(rung.numbers, 1 if rung.low_wins else -1) for rung in ladder]
    return {player: [sign * numbers[player] for numbers, sign in signed] for player in players}


def _first_difference(
    above: tuple[int, ...], below: tuple[int, ...], ladder: Sequence[Rung]
) -> str:
    for rung, high, low in zip(ladder, above, below, strict=True):
        if high != low:
            return rung.name
    return SHARED
