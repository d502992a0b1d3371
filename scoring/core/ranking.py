"""Order the players of a table: points first, then a ladder of tie-breaks, then shared places.

Every game ranks with `rank()`; no game sorts by hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.core.outcome import SHARED, Standing


class Rung(NamedTuple):
    """A step of the ladder with each player's number; more is better unless `low_wins`."""

    name: str
    numbers: Mapping[str, int]
    low_wins: bool = False


def rank(players: Sequence[str], ladder: Sequence[Rung]) -> tuple[Standing, ...]:
    """Return the standings, best first (R-1, R-5); the order of `players` breaks no tie."""
    in_order = list(players)
    # Sorting keeps the order of tied players, so the last rung comes first.
    for rung in reversed(ladder):
        in_order.sort(key=rung.numbers.__getitem__, reverse=not rung.low_wins)
    numbers_of = [rung.numbers for rung in ladder]
    standings: list[Standing] = []
    above: tuple[int, ...] = ()
    for place, player in enumerate(in_order, 1):
        numbers = tuple([each[player] for each in numbers_of])
        decided_by = _first_difference(ladder, above, numbers) if standings else None
        if decided_by != SHARED:
            best_place = place
        standings.append(Standing(player, best_place, numbers, decided_by))
        above = numbers
    return tuple(standings)


def leaders(players: Sequence[str], ladder: Iterable[Rung]) -> list[str]:
    """Return everyone on the first rank, in seat order: who gets an award.

    No rung is asked for once nobody is tied."""
    tied = list(players)
    for _name, numbers, low_wins in ladder:
        if len(tied) < 2:
            break
        own = [numbers[player] for player in tied]
        best = min(own) if low_wins else max(own)
        tied = [player for player, number in zip(tied, own, strict=True) if number == best]
    return tied


def after_each(players: Sequence[str], gains: Iterable[Mapping[str, int]]) -> list[dict[str, int]]:
    """Return everyone's points after each round or turn, from what each of them brought."""
    points = dict.fromkeys(players, 0)
    return [
        points := {name: held + gained.get(name, 0) for name, held in points.items()}
        for gained in gains
    ]


def _first_difference(
    ladder: Sequence[Rung], above: tuple[int, ...], below: tuple[int, ...]
) -> str:
    for at, rung in enumerate(ladder):
        if above[at] != below[at]:
            return rung.name
    return SHARED
