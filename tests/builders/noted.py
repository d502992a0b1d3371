"""Make results without rounds (R-6)."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from scoring.documents.schema import RESULT_FORMAT
from scoring.documents.scorer import SessionDocument, read_document
from tests.builders.seasons import FIRST, NAMES

GAMES = ("artbox", "artem", "canvas", "duplik")


def noted_value(
    game: str, *players: dict[str, Any], names: Sequence[str] = NAMES, **values: Any
) -> dict[str, Any]:
    """Return the document of a result; each player is what it says besides the name."""
    rows = [{"name": name, **player} for name, player in zip(names, players, strict=False)]
    return {"format": RESULT_FORMAT, "game": game, "players": rows, **values}


def noted_document(
    game: str, *players: dict[str, Any], day: date | None = FIRST, **values: Any
) -> SessionDocument[Any]:
    played_on = {"played_on": day.isoformat()} if day else {}
    return read_document(noted_value(game, *players, **played_on, **values))


def noted_points(
    game: str, *points: int, day: date | None = FIRST, **values: Any
) -> SessionDocument[Any]:
    return noted_document(game, *({"points": number} for number in points), day=day, **values)


def noted_places(
    game: str, *places: int, day: date | None = FIRST, **values: Any
) -> SessionDocument[Any]:
    return noted_document(game, *({"place": number} for number in places), day=day, **values)


def sample_result(
    seed: int, names: Sequence[str] = NAMES[:3], *, day: int = 0
) -> SessionDocument[Any]:
    """Return a made-up result of three players: points, places, or who won."""
    dice = Random(seed)
    names = dice.sample(list(names), 3)
    game, on = dice.choice(GAMES), FIRST + timedelta(days=day)
    kind = dice.choice(["points", "places", "winner"])
    if kind == "points":
        return noted_points(game, *(dice.randint(0, 5) for _ in names), day=on, names=names)
    if kind == "places":
        places = dice.choice([(1, 2, 3), (1, 1, 3), (2, 1, 2), (1, 1, 1)])
        return noted_places(game, *places, day=on, names=names)
    winner = dice.randrange(3)
    marks = [{"winner": True} if at == winner else {} for at in range(3)]
    return noted_document(game, *marks, day=on, names=names)
