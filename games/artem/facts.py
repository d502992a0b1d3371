"""Artem: what each player's claims were like, for statistics; pure, as the rules are."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from games.artem.rules import LENGTHS, Details, State, Turn, claim_points, may_claim, plays
from scoring.core.facts import Fact, added_up
from scoring.core.outcome import Outcome


class FactCode(StrEnum):
    CLAIMING = "claiming"
    WORTH = "worth"
    LENGTH = "length"
    PLAY = "play"


def facts(state: State, outcome: Outcome[Details]) -> Sequence[Fact]:  # noqa: ARG001
    turns = [turn for at, turn in enumerate(state.turns) if may_claim(state, at)]
    return added_up([fact for turn in turns for fact in _of_turn(turn, plays(state))])


def _of_turn(turn: Turn, plays: range) -> Iterator[Fact]:
    """Yield every length and play for each claim, so that each counts as a share of all claims."""
    yield Fact(turn.player, FactCode.CLAIMING, times=int(bool(turn.claims)), of=1)
    for claim in turn.claims:
        yield Fact(turn.player, FactCode.WORTH, times=claim_points(claim), of=1)
        for length in LENGTHS:
            yield Fact(turn.player, FactCode.LENGTH, str(length), int(length == claim.length), 1)
        for play in plays:
            yield Fact(turn.player, FactCode.PLAY, str(play), int(play == claim.play), 1)


def variants(state: State) -> Sequence[str]:
    """Return the rules, and the directions where the table noted them (R-M8)."""
    return (state.variant or "standard", *([state.directions] if state.directions else ()))
