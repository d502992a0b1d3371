"""From a session document to its result, or to the first thing wrong with it. No database."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scoring.contract import Game
from scoring.core.refusals import Code, Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import FORMAT, Cover, game_slug
from scoring.registry import installed_games

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class SessionDocument(Generic[State]):
    game: Game[State]
    cover: Cover
    state: State


def read_document(value: object) -> SessionDocument[Any]:
    """Refuses a value whose shape is wrong; score() refuses what the rules do not allow."""
    game = _game(value)
    document = game.shape.read(value)
    return SessionDocument(game, Cover.parse(document), game.shape.state_of(document))


def dump_document(document: SessionDocument[Any]) -> dict[str, Any]:
    game = document.game
    heading = {"format": FORMAT, "game": game.slug}
    return {**heading, **document.cover.dump(), **game.shape.dump(document.state)}


def score_value(value: object) -> dict[str, Any]:
    """The result of a JSON value, or `{"error": …}`."""
    try:
        game = _game(value)
        outcome = game.score(game.shape.parse(value))
    except Refused as refused:
        return {"error": {"path": refused.where, "message": explain(refused, value)}}
    return outcome.as_json(game.slug)


def explain(refused: Refused, value: object) -> str:
    """Why this value was refused, in the words of its game, if it names one."""
    try:
        wording = _game(value).wording
    except Refused:
        wording = None
    return refusal_sentence(refused, wording)


def _game(value: object) -> Game[Any]:
    slug = game_slug(value)
    game = installed_games().get(slug)
    if game is None:
        raise Refused(("game",), Code.UNKNOWN_GAME, game=slug)
    return game
