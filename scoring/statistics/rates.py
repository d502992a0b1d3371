"""Rates of a player, such as the average share of opponents beaten, and who leads by one."""

from collections.abc import Sequence
from fractions import Fraction

from scoring.core.standings import WHOLE

LEAST_PLAYS = 5  # with a variant, before anybody is called the best at it


def rate(times: int, of: int) -> Fraction | None:
    """Return a share, or None if there was no occasion."""
    return Fraction(times, of) if of else None


def average_share(share: int, plays: int) -> Fraction | None:
    """Return the share of opponents beaten per play; `share` adds up all plays, in 840ths (L-6)."""
    return rate(share, plays * WHOLE)


def leading(counted: Sequence[tuple[int, int, int]], least: int) -> list[int]:
    """Return the players with the highest rate, of (player, times, occasions).

    It takes `least` occasions; of tied players, those who had more lead. A rate of nothing
    never leads."""
    rates = [
        (player, Fraction(times, of), of) for player, times, of in counted if of >= max(least, 1)
    ]
    best = max([(share, of) for _player, share, of in rates if share > 0], default=None)
    return [player for player, share, of in rates if (share, of) == best]
