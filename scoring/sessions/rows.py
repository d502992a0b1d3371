"""A session's typed tables as plain rows, and the difference between two states of them.

Each game says which rows a State makes and which State rows make. All tables are read with one
query; what is written is only what differs: two for a table that changed, none for the others.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from itertools import chain
from typing import Any
from uuid import UUID

from django.db import connection, models
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from scoring.models import Merge, Seat, Session
from scoring.models.rows import Row, Rows, Table, batches, quoted


def read(tables: Iterable[Table], session: int, *, number: int | None = None) -> Rows:
    """Read the rows of a session; with `number`, those that have this one in the column."""
    return read_many(tables, [session], number=number)[session]


def read_many(
    tables: Iterable[Table], sessions: Sequence[int], *, number: int | None = None
) -> dict[int, Rows]:
    """Read the rows of several sessions together, those of each table in the order of their keys.

    More than one session is read from tables that have its column."""
    tables = tuple(tables)
    stored: dict[int, dict[type[models.Model], dict[Row, Row]]] = {
        session: {table.model: {} for table in tables} for session in sessions
    }
    length = 1 << (len(sessions) - 1).bit_length()  # so that there are few different statements
    wanted = [*sessions, *[sessions[-1]] * (length - len(sessions))]
    wanted += [] if number is None else [number]
    with connection.cursor() as cursor:
        select = _select(tables, length, of_number=number is not None)
        cursor.execute(select, wanted * len(tables))
        for at, session, values in cursor.fetchall():
            if values:
                stored[session or sessions[0]][tables[at].model] = _by_key(tables[at], values)
    return {**stored}


def _by_key(table: Table, values: str) -> dict[Row, Row]:
    columns = json.loads(values)
    for at, convert in _converters(table).items():
        columns[at] = [None if value is None else convert(value) for value in columns[at]]
    key = len(table.key)
    return {row[:key]: row[key:] for row in sorted(zip(*columns, strict=True))}


def write(tables: Iterable[Table], session: int, before: Rows, after: Rows) -> None:
    """Make the stored rows, which are `before`, into `after`."""
    with connection.cursor() as cursor:
        for table in tables:
            old = before.get(table.model, {})
            new = after.get(table.model, {})
            removed = [key for key, values in old.items() if new.get(key) != values]
            added = [
                (session, *key, *values) for key, values in new.items() if old.get(key) != values
            ]
            for some in batches(removed):
                values = [session, *chain.from_iterable(some)]
                cursor.execute(_delete(table, len(some)), values)
            _add(cursor, table, added)


def write_new(tables: Iterable[Table], sessions: Mapping[int, Rows]) -> None:
    """Write the rows of sessions that have none yet: together, a few statements a table."""
    with connection.cursor() as cursor:
        for table in tables:
            added = [
                (session, *key, *values)
                for session, rows in sessions.items()
                for key, values in rows.get(table.model, {}).items()
            ]
            _add(cursor, table, added)


def _add(cursor: CursorWrapper, table: Table, rows: list[Row]) -> None:
    for some in batches(rows):
        cursor.execute(_insert(table, len(some)), list(chain.from_iterable(some)))


def delete(sessions: Sequence[int]) -> None:
    """Delete sessions with all that belongs to them, in the transaction of the caller.

    Whatever has a seat has its session too, or a row that does. Django does not know that, and
    would look for rows of each seat in every table that has seats; so these go first. Constraints,
    which are checked at the end of the transaction, make sure that nothing of them is left."""
    Merge.seats.through.objects.filter(seat__session__in=sessions).delete()
    with connection.cursor() as cursor:
        for some in batches([(session,) for session in sessions]):
            numbers = ", ".join(["%s"] * len(some))
            cursor.execute(
                f"DELETE FROM {quoted((Seat._meta.db_table,))[0]} WHERE session_id IN ({numbers})",
                list(chain.from_iterable(some)),
            )
    Session.objects.filter(pk__in=sessions).delete()


def look_over() -> None:
    """Let the database look at its tables, by which it plans queries, after very many new rows."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


# Statements by hand: with the ORM, recording a tap took 3.9 ms instead of 2.4.


@cache
def _select(tables: tuple[Table, ...], sessions: int, *, of_number: bool) -> str:
    """Return one query of tables with different columns: those of a session's rows in a table come
    as JSON, an array for each column, which is read three times as fast as a row at a time."""
    numbered = " AND number = %s" if of_number else ""
    return " UNION ALL ".join(
        f"SELECT {at}, {session}, {_arrays(table)} FROM {table.quoted_name}"
        f" WHERE {_of_sessions(table.model, table.through, table.session, sessions)}{numbered}"
        f" GROUP BY 2"
        for at, table in enumerate(tables)
        for session in ["0" if table.through else table.session]
    )


def _arrays(table: Table) -> str:
    """Return an array of JSON for each column, in one."""
    column, all_columns = "json_group_array", "json_array"
    if connection.vendor == "postgresql":
        column, all_columns = "json_agg", "json_build_array"
    columns = ", ".join(f"{column}({name})" for name in quoted(table.names))
    return f"CAST({all_columns}({columns}) AS text)"


def _of_sessions(
    model: type[models.Model], through: Sequence[str], session: str, sessions: int
) -> str:
    """Return the condition that a row is of the sessions, by way of the rows that it belongs to."""
    if not through:
        return f"{session} IN ({', '.join(['%s'] * sessions)})"
    owner: Any = model._meta.get_field(through[0])
    column, owners = quoted((owner.column, owner.related_model._meta.db_table))
    condition = _of_sessions(owner.related_model, through[1:], session, sessions)
    return f"{column} IN (SELECT id FROM {owners} WHERE {condition})"


@cache
def _delete(table: Table, rows: int) -> str:
    key = " AND ".join(f"{name} = %s" for name in quoted(table.key)) or "1 = 1"
    keys = " OR ".join([f"({key})"] * rows)
    return f"DELETE FROM {table.quoted_name} WHERE session_id = %s AND ({keys})"


@cache
def _insert(table: Table, rows: int) -> str:
    names = quoted(("session_id", *table.names))
    row = "({})".format(", ".join(["%s"] * len(names)))
    return f"INSERT INTO {table.quoted_name} ({', '.join(names)}) VALUES {', '.join([row] * rows)}"


@cache
def _converters(table: Table) -> Mapping[int, Callable[[Any], Any]]:
    """Return the converters of the columns that need one, by the position of the column.

    SQLite stores truth as 0 and 1, and times without zones."""
    by_column = {field.attname: field for field in table.model._meta.concrete_fields}
    fields = [by_column[name] for name in table.names]
    own: Mapping[Any, Callable[[Any], Any]] = {
        models.BooleanField: bool,
        models.DateField: date.fromisoformat,
        models.DateTimeField: _in_utc,
        models.UUIDField: UUID,
    }
    return {at: own[type(field)] for at, field in enumerate(fields) if type(field) in own}


def _in_utc(text: str) -> datetime:
    value = datetime.fromisoformat(text)
    return value if timezone.is_aware(value) else value.replace(tzinfo=UTC)
