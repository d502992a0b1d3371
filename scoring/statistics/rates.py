"""What a player's evenings come to, as a page reads it: rates, nemesis and favourite victim."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.core.standings import WHOLE

LEAST_MEETINGS = 3  # before anybody is called a nemesis or a victim
EVEN = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Meetings:
    """With one other player, from one side."""

    other: int
    met: int
    ahead: int
    level: int

    @property
    def behind(self) -> int:
        return self.met - self.ahead - self.level

    @property
    def beaten(self) -> Fraction:
        """How often the other was beaten; level counts half."""
        return Fraction(2 * self.ahead + self.level, 2 * self.met)


def nemeses(meetings: Iterable[Meetings]) -> list[Meetings]:
    """Whom this player beats least, and less than half the time; of those level, the most met."""
    below = [one for one in _often(meetings) if one.beaten < EVEN]
    return _first([(one.beaten, -one.met, one) for one in below])


def victims(meetings: Iterable[Meetings]) -> list[Meetings]:
    """Whom this player beats most, and more than half the time; of those level, the most met."""
    above = [one for one in _often(meetings) if one.beaten > EVEN]
    return _first([(-one.beaten, -one.met, one) for one in above])


def _often(meetings: Iterable[Meetings]) -> list[Meetings]:
    return [one for one in meetings if one.met >= LEAST_MEETINGS]


def _first(ordered: Sequence[tuple[Fraction, int, Meetings]]) -> list[Meetings]:
    best = min([(rate, met) for rate, met, _one in ordered], default=None)
    return [one for rate, met, one in ordered if (rate, met) == best]


def rate(times: int, of: int) -> Fraction | None:
    """None where there was no occasion."""
    return Fraction(times, of) if of else None


def average_share(share: int, plays: int) -> Fraction | None:
    """Of opponents beaten; `share` is what all plays come to, in 840ths (L-6)."""
    return rate(share, plays * WHOLE)


def leading(counted: Sequence[tuple[int, int, int]], least: int) -> list[int]:
    """Who has the highest rate, of (who, times, of) with so many at least; of those level, who had
    more occasions. Nobody leads with nothing."""
    enough = [(who, Fraction(times, of), of) for who, times, of in counted if of >= max(least, 1)]
    best = max([(share, of) for _who, share, of in enough if share > 0], default=None)
    return [who for who, share, of in enough if (share, of) == best]
