"""Made-up documents, as a table might have played them: what the games' samples share.

Demo data, benchmarks and property tests use them; the caller passes a seeded Random."""

from collections.abc import Mapping
from random import Random
from typing import Any

from scoring.core.refusals import Code, Refused
from scoring.documents.schema import FORMAT
from scoring.documents.scorer import shape_of
from scoring.registry import get_game

NAMES = (
    "Ada", "Bilal", "Chloé", "Dov", "Esther", "Farid", "Greta", "Hugo", "Inès", "Jun",
    "Kofi", "Léa", "Mika", "Noor", "Otto", "Priya", "Quinn", "Rosa", "Sam", "Tove",
)  # fmt: skip


def heading(dice: Random, slug: str, seats: range) -> dict[str, Any]:
    players = dice.sample(NAMES, dice.choice(seats))
    return {"format": FORMAT, "game": slug, "players": players}


def maybe(dice: Random, **values: Any) -> dict[str, Any]:
    """Return some of these values, chosen by chance."""
    return {key: value for key, value in values.items() if dice.random() < 0.5}


def state_of(document: dict[str, Any]) -> Any:
    """Return the State of a document, or of what it has so far."""
    return shape_of(get_game(document["game"])).parse(document)


def until_over(document: dict[str, Any], entries: str) -> dict[str, Any]:
    """Return the document without the rounds or turns after its end."""
    try:
        get_game(document["game"]).score(state_of(document))
    except Refused as refused:
        if refused.code != Code.AFTER_THE_END:
            raise
        at = refused.path[1]
        return {**document, entries: document[entries][:at]}
    return document


def sometimes_stopped(dice: Random, document: dict[str, Any]) -> dict[str, Any]:
    """Return the document, in one of ten cases as stopped early, if there is anything to stop."""
    game = get_game(document["game"])
    stops = dice.random() < 0.1 and game.can_stop(state_of(document))
    return {**document, "stopped": True} if stops else document


def renamed(document: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the same document with other players."""

    def other(value: Any) -> Any:
        if isinstance(value, dict):
            return {names.get(key, key): other(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [other(inner) for inner in value]
        return names.get(value, value) if isinstance(value, str) else value

    whole: dict[str, Any] = other(document)
    return whole
