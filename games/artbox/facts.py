"""#ARTBOX: how well each player drew and guessed, for statistics; pure, as the rules are."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from games.artbox.rules import (
    TWO_DRAWINGS_PLAYERS,
    Details,
    Round,
    RoundScore,
    State,
    drawings_each,
    drawings_of_others,
)
from scoring.core.facts import Best, Fact, added_up, best
from scoring.core.outcome import Outcome


class FactCode(StrEnum):
    RECOGNISED = "recognised"
    EYE = "eye"
    TOKENS = "tokens"  # see row_facts.py
    QUICK = "quick"


def facts(state: State, outcome: Outcome[Details]) -> Sequence[Fact]:
    rounds = zip(state.rounds, outcome.details["rounds"], strict=True)
    return added_up([fact for round, worth in rounds for fact in _of_round(state, round, worth)])


def _of_round(state: State, round: Round, worth: RoundScore) -> Iterator[Fact]:
    # The others make as many guesses of a player's drawings as that player makes of theirs.
    chances = drawings_of_others(state)
    for name in state.players:
        yield Fact(name, FactCode.RECOGNISED, times=worth["recognition"][name], of=chances)
        yield Fact(name, FactCode.EYE, times=worth["sheets"][name], of=chances)
        if round.finish is not None:
            yield Fact(name, FactCode.QUICK, times=int(round.finish[0] == name), of=1)


def bests(state: State, outcome: Outcome[Details]) -> Sequence[Best]:
    recognised, eye, quick = (dict.fromkeys(state.players, 0) for _ in range(3))
    for round, worth in zip(state.rounds, outcome.details["rounds"], strict=True):
        for name in state.players:
            recognised[name] += worth["recognition"][name]
            eye[name] += worth["sheets"][name]
        if round.finish:
            quick[round.finish[0]] += 1
    return (
        *best(FactCode.EYE, eye),
        *best(FactCode.RECOGNISED, recognised),
        *best(FactCode.QUICK, quick),
    )


def variants(state: State) -> Sequence[str]:
    """Return the rules, the rulebook, and with three players how many drawings each makes."""
    played = (state.variant or "standard", state.edition or "en-2020")
    if len(state.players) != TWO_DRAWINGS_PLAYERS:
        return played
    return (*played, f"drawings-{drawings_each(state)}")
