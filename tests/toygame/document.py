from typing import Annotated, Any, Literal

from pydantic import with_config

from scoring.documents.schema import STRICT, Common, Name, Shape, given, length, within
from tests.toygame.rules import CARDS, SEATS, State


@with_config(STRICT)
class ToyDocument(Common):
    game: Literal["toygame"]
    players: Annotated[list[Name], length(SEATS, different=True)]
    draws: dict[str, Annotated[int, within(CARDS)]]


SHAPE = Shape(ToyDocument)


def parse(document: ToyDocument) -> State:
    return State(
        players=tuple(document["players"]),
        draws=document["draws"],
        stopped=document.get("stopped", False),
    )


def dump(state: State) -> dict[str, Any]:
    return {
        "players": list(state.players),
        "draws": dict(state.draws),
        **given(stopped=state.stopped or None),
    }
