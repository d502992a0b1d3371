"""Read, write and score session documents, without a database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Generic, TypeVar, cast
from uuid import UUID

from scoring.contract import Game
from scoring.core.refusals import Code, Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.result_shape import ResultShape
from scoring.documents.schema import FORMAT, RESULT_FORMAT, Cover, game_slug
from scoring.documents.shape import Shape
from scoring.noted.game import result_only
from scoring.registry import get_game, installed_games

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class SessionDocument(Generic[State]):
    game: Game[State]
    cover: Cover
    state: State

    def with_id(self, id: UUID) -> "SessionDocument[State]":
        return replace(self, cover=replace(self.cover, id=id))


@cache
def shape_of(game: Game[State]) -> Shape[State]:
    """Return what reads and writes the game's documents, or only those of its results."""
    if game.result_only:
        return cast("Shape[State]", ResultShape(get_game(game.slug)))
    return Shape(game.state, game.slug, game.seats, game.keys)


def opening_value(game: Game[Any], players: Sequence[str], **more: Any) -> dict[str, Any]:
    """Return the document of a table that has not begun; `more`: what it says besides."""
    opening = shape_of(game).empty() if game.opening is None else game.opening
    return {"format": FORMAT, "game": game.slug, "players": list(players), **opening, **more}


def read_document(value: object) -> SessionDocument[Any]:
    """Return a document from its JSON value. Raises Refused if its shape is wrong.

    What the rules do not allow is refused by score()."""
    game = document_game(value)
    shape = shape_of(game)
    document = shape.read(value)
    return SessionDocument(game, Cover.parse(document), shape.state_of(document))


def dump_document(document: SessionDocument[Any]) -> dict[str, Any]:
    game = document.game
    shape = shape_of(game)
    heading = {"format": shape.format, "game": game.slug}
    return {**heading, **document.cover.dump(), **shape.dump(document.state)}


def score_value(value: object) -> dict[str, Any]:
    """Return the result of a JSON value, or `{"error": …}`."""
    try:
        game = document_game(value)
        outcome = game.score(shape_of(game).parse(value))
    except Refused as refused:
        return {"error": {"path": refused.where, "message": explain(refused, value)}}
    return outcome.as_json(game.slug)


def explain(refused: Refused, value: object) -> str:
    """Return why a value was refused, in the words of its game, if it names one."""
    try:
        wording = document_game(value).wording
    except Refused:
        wording = None
    return refusal_sentence(refused, wording)


def document_game(value: object) -> Game[Any]:
    """Return the game of a document, for its rounds or only for its result. Raises Refused."""
    slug = game_slug(value)
    game = installed_games().get(slug)
    if game is None:
        raise Refused(("game",), Code.UNKNOWN_GAME, game=slug)
    is_result = isinstance(value, Mapping) and value["format"] == RESULT_FORMAT
    return result_only(game) if is_result else game
