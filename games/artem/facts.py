"""Artem: what each player's claims were like, for statistics; pure, as the rules are."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from games.artem.rules import LENGTHS, Details, State, Turn, claim_points, may_claim, plays
from scoring.core.facts import Best, Fact, added_up, best
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


def bests(state: State, outcome: Outcome[Details]) -> Sequence[Best]:
    """Return who claimed the longest row, and who got the most points in one turn."""
    longest, turn_points = (dict.fromkeys(state.players, 0) for _ in range(2))
    for turn, worth in zip(state.turns, outcome.details["turns"], strict=True):
        lengths = [claim.length for claim in turn.claims]
        longest[turn.player] = max(longest[turn.player], *lengths, 0)
        turn_points[turn.player] = max(turn_points[turn.player], worth["points"])
    return (*best(FactCode.LENGTH, longest), *best(FactCode.WORTH, turn_points))


def variants(state: State) -> Sequence[str]:
    """Return the rules, and the directions where the table noted them (R-M8)."""
    return (state.variant or "standard", *([state.directions] if state.directions else ()))
