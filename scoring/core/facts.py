"""What a session says of a player beyond the result: counted, and added up over the evenings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """So many times, of so many: who described how many of the criteria that were met.

    `what` and `subject` are codes; the game has the words for them."""

    player: str
    what: str
    subject: str = ""
    times: int = 1
    of: int = 0


def added_up(facts: Iterable[Fact]) -> Sequence[Fact]:
    """One for each player, `what` and subject; none where there was nothing to count."""
    sums: dict[tuple[str, str, str], tuple[int, int]] = {}
    for fact in facts:
        key = (fact.player, fact.what, fact.subject)
        times, of = sums.get(key, (0, 0))
        sums[key] = (times + fact.times, of + fact.of)
    return tuple([Fact(*key, *numbers) for key, numbers in sums.items() if any(numbers)])
