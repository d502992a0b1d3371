"""Find a player’s nemesis and favourite victim: the opponents beaten least and most often."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

LEAST_MEETINGS = 3  # before anybody is called a nemesis or a victim
EVEN = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Meetings:
    """The number of times a player met another one, was ahead of them, or tied with them."""

    other: int
    met: int
    ahead: int
    tied: int

    @property
    def behind(self) -> int:
        return self.met - self.ahead - self.tied

    @property
    def beaten(self) -> Fraction:
        """Return the share of meetings in which the other was beaten; a tie counts half."""
        return Fraction(2 * self.ahead + self.tied, 2 * self.met)


def nemeses(meetings: Iterable[Meetings]) -> list[Meetings]:
    """Return the opponents beaten least, and below half the time; if tied, the one met most."""
    below = [pair for pair in _often(meetings) if pair.beaten < EVEN]
    return _first([(pair.beaten, -pair.met, pair) for pair in below])


def victims(meetings: Iterable[Meetings]) -> list[Meetings]:
    """Return the opponents beaten most, and above half the time; if tied, the one met most."""
    above = [pair for pair in _often(meetings) if pair.beaten > EVEN]
    return _first([(-pair.beaten, -pair.met, pair) for pair in above])


def _often(meetings: Iterable[Meetings]) -> list[Meetings]:
    return [pair for pair in meetings if pair.met >= LEAST_MEETINGS]


def _first(ordered: Sequence[tuple[Fraction, int, Meetings]]) -> list[Meetings]:
    best = min([(rate, met) for rate, met, _pair in ordered], default=None)
    return [pair for rate, met, pair in ordered if (rate, met) == best]
