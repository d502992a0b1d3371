"""Describe what a file to be imported says, whatever its format: an entry for each result."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import UUID

from scoring.contract import Game
from scoring.exchange.importing.columns import Column
from scoring.exchange.importing.text import DateOrder
from scoring.registry import installed_games
from scoring.sessions.name_matching import name_key

NAMELESS = "– "  # begins the label of a row that names no player, which is always refused


@dataclass(frozen=True, slots=True)
class Remark:
    """Say what was left out of a cell or guessed, and why. `where`: its row or column, if one."""

    why: str
    where: str = ""
    text: str = ""

    def as_json(self) -> list[str]:
        return [self.where, self.text, self.why]


@dataclass(frozen=True, slots=True)
class Entry:
    """Hold one result of a file: its document, or why there is none.

    `key` is what the file calls it, if that is the same in every file of its kind; `rows` are
    numbers of the file's rows, plays or documents. Players have labels, by which the file tells
    them apart; `guests` are those of them who are nobody in particular."""

    value: object
    rows: tuple[int, ...] = ()
    key: str = ""
    problem: str = ""
    remarks: Sequence[Remark] = ()
    cells: Mapping[str, str] = field(default_factory=dict)  # where the figures of a label are
    winners: Sequence[str] = ()  # of whom somebody may say that they won
    has_points: bool = False  # so that somebody may say that these decide
    may_be_split: bool = False  # into several tables, row by row
    guests: frozenset[str] = frozenset()

    @property
    def number(self) -> int:
        return self.rows[0] if self.rows else 0


@dataclass(frozen=True, slots=True)
class Choices:
    """Hold what somebody says where a file can be read in several ways, and where it is wrong.

    Results are known by the first of their rows."""

    date_order: DateOrder | None = None
    game: str = ""  # of a table that does not say it
    columns: Mapping[str, str] = field(default_factory=dict)  # heading -> what the column is
    players: Mapping[str, str] = field(default_factory=dict)  # label -> who that is
    also: frozenset[int] = frozenset()  # results that are added although they look like others
    left_out: frozenset[int] = frozenset()  # results that are not added
    correct: frozenset[int] = frozenset()  # results that correct the session that is here
    winners: Mapping[int, str] = field(default_factory=dict)  # result -> who won
    tables: Mapping[int, str] = field(default_factory=dict)  # row -> number of its table


@dataclass(frozen=True, slots=True)
class Parsed:
    """Hold a file that was read. `asks_date_order`: its dates can be read in two ways."""

    format: str
    entries: Sequence[Entry]
    skipped: Mapping[str, int] = field(default_factory=Counter)  # plays of games that we lack
    date_order: DateOrder | None = None
    asks_date_order: bool = False
    asks_game: bool = False
    columns: Sequence[Column] = ()
    rows: str = "row"  # what its numbers are those of: rows, plays or documents
    known_as: Mapping[str, str] = field(default_factory=dict)  # label -> name, where they differ


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
