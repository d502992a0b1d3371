"""The shape of `scorefolio/result@1`, the document of a result without rounds (R-6)."""

from collections.abc import Mapping
from types import GenericAlias
from typing import Annotated, Any, Literal, NotRequired, cast, get_type_hints

from pydantic import FailFast, TypeAdapter, with_config
from typing_extensions import TypedDict

from scoring.contract import Game
from scoring.documents.schema import (
    RESULT_FORMAT,
    STRICT,
    Common,
    Name,
    length,
    within,
)
from scoring.documents.shape import Shape
from scoring.noted.rules import NotedPlayer, State


class ResultShape(Shape[State]):
    """Read and write the results of a game: JSON value <-> document <-> State."""

    format = RESULT_FORMAT

    def __init__(self, game: Game[Any]) -> None:
        common = get_type_hints(Common, include_extras=True)
        edition = {"edition": NotRequired[cast("Any", Literal)[game.editions]]}
        document = {
            **{key: common[key] for key in common if key != "stopped"},
            "format": Literal["scorefolio/result@1"],
            "game": cast("Any", Literal)[game.slug],
            **(edition if game.editions else {}),
            "players": Annotated[_players_type(game), FailFast(), length(game.seats)],
        }
        named = cast("Any", TypedDict)(f"{game.slug.capitalize()}Result", document)
        self._adapter = TypeAdapter(with_config(STRICT)(named))

    def state_of(self, document: Mapping[str, Any]) -> State:
        players = [NotedPlayer(**player) for player in document["players"]]
        return State(tuple(players), edition=document.get("edition"))

    def dump(self, state: State) -> dict[str, Any]:
        """Return what the document says besides the keys that all documents share."""
        edition = {"edition": state.edition} if state.edition else {}
        return {**edition, "players": [_dump_player(player) for player in state.noted]}

    def empty(self) -> dict[str, Any]:
        return {}


def _players_type(game: Game[Any]) -> Any:
    most_points = max(map(game.most_points, game.seats))
    keys = {
        "name": Name,
        "points": NotRequired[Annotated[int, within(range(most_points + 1))]],
        "place": NotRequired[Annotated[int, within(range(1, game.most_players + 1))]],
        "winner": NotRequired[bool],
    }
    player = cast("Any", TypedDict)(f"{game.slug.capitalize()}ResultPlayer", keys)
    return GenericAlias(list, player)


def _dump_player(player: NotedPlayer) -> dict[str, Any]:
    values = {"points": player.points, "place": player.place, "winner": player.winner or None}
    return {"name": player.name} | {key: at for key, at in values.items() if at is not None}
