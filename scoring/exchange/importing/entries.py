"""What a file to be imported says, whatever its format: an entry for each result."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any
from uuid import UUID

from django.utils.formats import date_format

from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.documents.strict_json import NotJson
from scoring.exchange.importing.text import DateOrder
from scoring.models.people import NAME_LENGTH
from scoring.registry import installed_games
from scoring.sessions.name_matching import name_key


@dataclass(frozen=True, slots=True)
class Entry:
    """One result of a file: its document, or why there is none.

    `key` is what the file calls it, if that is the same in every file of its kind."""

    value: object
    key: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """What somebody says where a file can be read in several ways."""

    date_order: DateOrder | None = None
    game: str = ""  # of a table that does not say it


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file that was read. `asks_date_order`: its dates can be read in two ways."""

    format: str
    entries: Sequence[Entry]
    skipped: Mapping[str, int] = field(default_factory=Counter)  # plays of games that we lack
    date_order: DateOrder | None = None
    asks_date_order: bool = False
    asks_game: bool = False


ReadFile = Callable[[Choices], Parsed]
Value = NotJson | Refused | Mapping[str, Any]


@cache
def _games() -> Mapping[str, Game[Any]]:
    keys: dict[str, Game[Any]] = {}
    for game in installed_games().values():
        keys |= {_plain(game.slug): game, _plain(game.name): game}
    return keys


def game_called(name: str) -> Game[Any] | None:
    """Return the game of a name, however its capitals, accents and signs are written."""
    return _games().get(_plain(name))


def game_of_bgg(bgg_id: object) -> Game[Any] | None:
    games = installed_games().values()
    return next((game for game in games if game.bgg_id and game.bgg_id == bgg_id), None)


def _plain(name: str) -> str:
    return "".join(letter for letter in name_key(name) if letter.isalnum())


def as_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


MOST_NAMES = 3  # of a result that is refused


def describe(value: object) -> str:
    """Return game, day and first players of what should be a document, as far as they are there."""
    if not isinstance(value, Mapping):
        return ""
    facts = (_game_of(value.get("game")), _day_of(value.get("played_on")), _names_of(value))
    return " · ".join(filter(None, facts))


def _game_of(slug: object) -> str:
    game = installed_games().get(slug) if isinstance(slug, str) else None
    return game.name if game else ""


def _day_of(day: object) -> str:
    try:
        return date_format(date.fromisoformat(str(day)), "SHORT_DATE_FORMAT")
    except ValueError:
        return ""


def _names_of(value: Mapping[str, Any]) -> str:
    players = value.get("players")
    named = players if isinstance(players, Sequence) and not isinstance(players, str) else ()
    names = [player.get("name") if isinstance(player, Mapping) else player for player in named]
    texts = [
        name for name in names if isinstance(name, str) and name.isprintable() and name.strip()
    ]
    shown = ", ".join(text[:NAME_LENGTH] for text in texts[:MOST_NAMES])
    return f"{shown}, …" if len(texts) > MOST_NAMES else shown
