"""Canvas: what each player's paintings earned, for statistics; pure, as the rules are."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from games.canvas.rules import Details, PaintingScore, State, edition_of
from scoring.core.facts import Best, Fact, added_up, best
from scoring.core.outcome import Outcome


class FactCode(StrEnum):
    RIBBONS = "ribbons"  # see row_facts.py
    COLLECTED = "collected"
    ALL_CARDS = "all-cards"
    BONUS = "bonus"


def facts(state: State, outcome: Outcome[Details]) -> Sequence[Fact]:
    paintings = outcome.details["paintings"]
    return added_up(
        [fact for name in state.players for one in paintings[name] for fact in _of(name, one)]
    )


def _of(name: str, painting: PaintingScore) -> Iterator[Fact]:
    """Yield facts of a painting: of ribbons that were taken, not of all that it earned (R-C4)."""
    ribbons = painting["ribbons"]
    yield Fact(name, FactCode.COLLECTED, times=sum(ribbons.values()), of=1)
    yield Fact(name, FactCode.ALL_CARDS, times=int(all(ribbons.values())), of=1)
    yield Fact(name, FactCode.BONUS, times=painting["bonus"], of=1)


def bests(state: State, outcome: Outcome[Details]) -> Sequence[Best]:
    """Return whose painting took the most ribbons, and who got the most bonus points."""
    paintings = outcome.details["paintings"]
    biggest = {
        name: max([sum(one["ribbons"].values()) for one in paintings[name]], default=0)
        for name in state.players
    }
    return (
        *best(FactCode.COLLECTED, biggest),
        *best(FactCode.BONUS, outcome.details["bonus"]),
    )


def variants(state: State) -> Sequence[str]:
    """Return the edition and the number of scoring cards, which changes what can be earned."""
    return (edition_of(state), f"cards-{len(state.cards)}")
