"""What the rounds of a session tell of a player beyond the result, as counts that add up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

MOST_WHO_SHARE = 2  # what somebody did best


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened `times` times, `of` so many times that it could have.

    For example: 27 of the 40 criteria that others could meet when this player described. `what` and
    `subject` are codes; the game has the words for them."""

    player: str
    what: str
    subject: str = ""
    times: int = 1
    of: int = 0


@dataclass(frozen=True, slots=True)
class CountedFact:
    """What the facts of one player with this `what` and `subject` add up to."""

    what: str
    subject: str
    times: int
    of: int


def added_up(facts: Iterable[Fact]) -> Sequence[Fact]:
    """Return one fact for each player, `what` and `subject`; empty ones are left out."""
    sums: dict[tuple[str, str, str], tuple[int, int]] = {}
    for fact in facts:
        key = (fact.player, fact.what, fact.subject)
        times, of = sums.get(key, (0, 0))
        sums[key] = (times + fact.times, of + fact.of)
    return tuple([Fact(*key, *numbers) for key, numbers in sums.items() if any(numbers)])


@dataclass(frozen=True, slots=True)
class Best:
    """What somebody did best in one session: `number` says how well, several can be tied."""

    what: str
    players: tuple[str, ...]
    number: int


def best(what: str, numbers: Mapping[str, int]) -> Sequence[Best]:
    """Return who has the highest number; nobody if it is 0, or if too many have it to be named."""
    most = max(numbers.values())
    players = tuple([name for name, number in numbers.items() if number == most])
    few = len(players) < len(numbers) and len(players) <= MOST_WHO_SHARE
    return (Best(what, players, most),) if most and few else ()
