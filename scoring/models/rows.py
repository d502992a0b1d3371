"""Describe the database tables of a game's sessions, and their rows as plain tuples."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db import connection, models

BATCH = 200  # rows a statement: SQLite takes no expression deeper than 1,000

Row = tuple[Any, ...]
Rows = Mapping[type[models.Model], Mapping[Row, Row]]  # table -> key -> values


@dataclass(frozen=True)
class Sitting:
    """The seats of a session by name, in seat order, and whether it was stopped."""

    seats: Mapping[str, int]
    stopped: bool = False
    people: Mapping[str, int | None] = field(default_factory=dict)  # which players they are

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.seats)

    def seat(self, name: str) -> int:
        return self.seats[name]

    def person(self, name: str) -> int | None:
        return self.people.get(name)

    def name(self, seat: int) -> str:
        return self._names[seat]

    @cached_property
    def _names(self) -> Mapping[int, str]:
        return {seat: name for name, seat in self.seats.items()}


@dataclass(frozen=True, slots=True)
class Table:
    """A database table: `key` are the columns that tell the rows of a session apart.

    `through`: the foreign keys that lead to a table with the column of the session, as from a vote
    to its dispute and to the round of that; none for a table that has the column itself."""

    model: type[models.Model]
    key: tuple[str, ...]
    columns: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    session: str = "session_id"  # the column of the session

    @property
    def names(self) -> tuple[str, ...]:
        return self.key + self.columns

    @property
    def quoted_name(self) -> str:
        return connection.ops.quote_name(self.model._meta.db_table)


def quoted(names: Iterable[str]) -> list[str]:
    """Quote the names of columns, as the database has them (`narrator_id`)."""
    return [connection.ops.quote_name(name) for name in names]


def by_values(item: tuple[Row, Row]) -> Row:
    """Return the values of a row, to sort rows by a place that they have in a list."""
    return item[1]


def batches(rows: list[Row]) -> Iterator[list[Row]]:
    """Split rows into lists that one statement can take."""
    return (rows[at : at + BATCH] for at in range(0, len(rows), BATCH))
