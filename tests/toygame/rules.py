"""Highest card: everyone draws one, the highest wins. The smallest game that keeps the contract."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypedDict

from scoring.core.outcome import POINTS, STOPPED, Outcome
from scoring.core.ranking import Rung, rank
from scoring.core.refusals import check_player, check_players, check_within
from scoring.documents.schema import within

SEATS = range(2, 5)
CARDS = range(1, 14)


class End(StrEnum):
    DRAWN = "drawn"
    STOPPED = STOPPED


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    draws: Mapping[str, Annotated[int, within(CARDS)]]
    stopped: bool = False


class Details(TypedDict):
    draws: dict[str, int]


def score(state: State) -> Outcome[Details]:
    check_players(state.players, SEATS)
    for name, card in state.draws.items():
        check_player(name, state.players, ("draws", name))
        check_within(card, CARDS, ("draws", name))
    draws = {name: state.draws.get(name, 0) for name in state.players}
    over = len(state.draws) == len(state.players)
    return Outcome(
        standings=rank(state.players, [Rung(POINTS, draws)]),
        ladder=(POINTS,),
        end=End.DRAWN if over else End.STOPPED if state.stopped else None,
        details={"draws": draws},
    )
