"""Duplik: how well each player described and drew, for statistics; pure, as the rules are."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from games.duplik.rules import CRITERIA, Details, Round, State, laps_of, sheet_score
from scoring.core.facts import Best, Fact, added_up, best
from scoring.core.outcome import Outcome


class FactCode(StrEnum):
    DESCRIBING = "describing"
    DRAWING = "drawing"
    SUPER = "super"
    COMPLETE = "complete"


def facts(state: State, outcome: Outcome[Details]) -> Sequence[Fact]:  # noqa: ARG001
    return added_up([fact for round in state.rounds for fact in _of_round(round)])


def _of_round(round: Round) -> Iterator[Fact]:
    """Yield facts of each sheet: of the narrator who described, and of the artist who drew it."""
    for artist, sheet in round.sheets.items():
        worth = sheet_score(sheet, round.super_criterion)
        met, all_of_them = worth["criteria"], len(CRITERIA)
        yield Fact(round.narrator, FactCode.DESCRIBING, times=met, of=all_of_them)
        yield Fact(artist, FactCode.DRAWING, times=met, of=all_of_them)
        yield Fact(artist, FactCode.SUPER, times=int(worth["bonus"] > 0), of=1)
        yield Fact(artist, FactCode.COMPLETE, times=int(met == all_of_them), of=1)


def bests(state: State, outcome: Outcome[Details]) -> Sequence[Best]:
    totals = outcome.details["totals"]
    on_super = dict.fromkeys(state.players, 0)
    for round in state.rounds:
        for artist, sheet in round.sheets.items():
            on_super[artist] += round.super_criterion in sheet
    return (
        *best(FactCode.DESCRIBING, {name: own["narrator"] for name, own in totals.items()}),
        *best(FactCode.DRAWING, {name: own["artist"] for name, own in totals.items()}),
        *best(FactCode.SUPER, on_super),
    )


def variants(state: State) -> Sequence[str]:
    return (f"laps-{laps_of(state)}",)
