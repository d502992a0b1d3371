"""A session's typed tables as plain rows, and the difference between two states of them.

Each game says which rows a State makes and which State rows make. What is stored is only what
differs: two queries for a table that changed, none for one that did not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import models

Row = tuple[Any, ...]
Rows = Mapping[type[models.Model], Mapping[Row, Row]]  # table -> key -> values


@dataclass(frozen=True)
class Sitting:
    """Who sits where: name and seat, in seat order; and whether the table stopped early."""

    seats: Mapping[str, int]
    stopped: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.seats)

    def seat(self, name: str) -> int:
        return self.seats[name]

    def name(self, seat: int) -> str:
        return self._names[seat]

    @cached_property
    def _names(self) -> Mapping[int, str]:
        return {seat: name for name, seat in self.seats.items()}


@dataclass(frozen=True, slots=True)
class Table:
    """`key` tells the rows of one session apart; `columns` are what they say."""

    model: type[models.Model]
    key: tuple[str, ...]
    columns: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.key + self.columns


def by_values(item: tuple[Row, Row]) -> Row:
    """To sort rows by what they say, where that is their place in a list."""
    return item[1]


def read(tables: Iterable[Table], sessions: Iterable[int]) -> dict[int, Rows]:
    """The rows of several sessions, one query a table."""
    wanted = list(sessions)
    tables = tuple(tables)
    found: dict[int, dict[type[models.Model], dict[Row, Row]]] = {
        session: {table.model: {} for table in tables} for session in wanted
    }
    for table in tables:
        split = 1 + len(table.key)
        stored = table.model._default_manager.filter(session__in=wanted).order_by("pk")
        for row in stored.values_list("session_id", *table.names):
            found[row[0]][table.model][row[1:split]] = row[split:]
    return {**found}


def write(tables: Iterable[Table], session: int, before: Rows, after: Rows) -> None:
    """Make the stored rows, which are `before`, into `after`."""
    for table in tables:
        old = before.get(table.model, {})
        new = after.get(table.model, {})
        gone = [key for key, values in old.items() if new.get(key) != values]
        come = {key: values for key, values in new.items() if old.get(key) != values}
        if gone:
            _delete(table, session, gone)
        if come:
            _insert(table, [(session, *key, *values) for key, values in come.items()])


def insert(tables: Iterable[Table], rows: Mapping[int, Rows]) -> None:
    """Store the rows of new sessions, one query a table."""
    for table in tables:
        _insert(
            table,
            [
                (session, *key, *values)
                for session, stored in rows.items()
                for key, values in stored.get(table.model, {}).items()
            ],
        )


def _insert(table: Table, rows: list[Row]) -> None:
    names = ("session_id", *table.names)
    table.model._default_manager.bulk_create(
        [table.model(**dict(zip(names, row, strict=True))) for row in rows]
    )


def _delete(table: Table, session: int, keys: list[Row]) -> None:
    stored = table.model._default_manager.filter(session=session)
    rows = stored.values_list("pk", *table.key)
    gone = set(keys)
    stored.filter(pk__in=[pk for pk, *key in rows if tuple(key) in gone]).delete()
