"""Whom a player beats least and most often: nemesis and favourite victim."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

LEAST_MEETINGS = 3  # before anybody is called a nemesis or a victim
EVEN = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often a player met another one, and was ahead of them or level."""

    other: int
    met: int
    ahead: int
    level: int

    @property
    def behind(self) -> int:
        return self.met - self.ahead - self.level

    @property
    def beaten(self) -> Fraction:
        """Return the share of meetings in which the other was beaten; level counts half."""
        return Fraction(2 * self.ahead + self.level, 2 * self.met)


def nemeses(meetings: Iterable[Meetings]) -> list[Meetings]:
    """Return whom a player beats least, and below half the time; of those level, the most met."""
    below = [pair for pair in _often(meetings) if pair.beaten < EVEN]
    return _first([(pair.beaten, -pair.met, pair) for pair in below])


def victims(meetings: Iterable[Meetings]) -> list[Meetings]:
    """Return whom a player beats most, and above half the time; of those level, the most met."""
    above = [pair for pair in _often(meetings) if pair.beaten > EVEN]
    return _first([(-pair.beaten, -pair.met, pair) for pair in above])


def _often(meetings: Iterable[Meetings]) -> list[Meetings]:
    return [pair for pair in meetings if pair.met >= LEAST_MEETINGS]


def _first(ordered: Sequence[tuple[Fraction, int, Meetings]]) -> list[Meetings]:
    best = min([(rate, met) for rate, met, _pair in ordered], default=None)
    return [pair for rate, met, pair in ordered if (rate, met) == best]
