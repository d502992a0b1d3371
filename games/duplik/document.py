"""Duplik: session document <-> State."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from games.duplik.rules import CRITERIA, LAPS, SEATS, Round, State
from scoring.documents.schema import STRICT, Common, Label, Name, Shape, given, length, within

Criterion = Annotated[int, within(CRITERIA)]


class OptionsDocument(TypedDict):
    laps: NotRequired[Annotated[int, within(LAPS)]]


class RoundDocument(TypedDict):
    narrator: str
    super: Criterion
    sheets: dict[str, Annotated[list[Criterion], length(range(11), different=True)]]
    title: NotRequired[Label]


@with_config(STRICT)
class DuplikDocument(Common):
    game: Literal["duplik"]
    players: Annotated[list[Name], length(SEATS, different=True)]
    options: NotRequired[OptionsDocument]
    rounds: Annotated[list[RoundDocument], length()]


SHAPE = Shape(DuplikDocument)


def parse(document: DuplikDocument) -> State:
    return State(
        players=tuple(document["players"]),
        rounds=tuple([_parse_round(round) for round in document["rounds"]]),
        laps=document.get("options", {}).get("laps"),
        stopped=document.get("stopped", False),
    )


def _parse_round(round: RoundDocument) -> Round:
    return Round(
        narrator=round["narrator"],
        super_criterion=round["super"],
        sheets={artist: tuple(met) for artist, met in round["sheets"].items()},
        title=round.get("title"),
    )


def dump(state: State) -> dict[str, Any]:
    return {
        "players": list(state.players),
        "rounds": [_dump_round(round) for round in state.rounds],
        **given(stopped=state.stopped or None, options=given(laps=state.laps) or None),
    }


def _dump_round(round: Round) -> dict[str, Any]:
    return {
        "narrator": round.narrator,
        "super": round.super_criterion,
        "sheets": {artist: list(met) for artist, met in round.sheets.items()},
        **given(title=round.title),
    }
