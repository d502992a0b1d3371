"""Write rows that hold sums, with one upsert for many of them."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain

from django.db import connection

from scoring.models.rows import Row, Table, batches, quoted


def add_up(table: Table, changes: Mapping[Row, Row]) -> None:
    """Add to the sums of these rows, insert those that do not exist yet, and delete empty ones."""
    _write(table, {key: values for key, values in changes.items() if any(values)}, adds=True)


def rows_to_replace(
    table: Table, expected: Mapping[Row, Row], stored: Iterable[Row]
) -> dict[Row, Row]:
    """Compare rows with those that are stored, which are read as `table.names`; return what
    replace_rows() has to write."""
    wrong, nothing = dict(expected), (0,) * len(table.columns)
    for row in stored:
        key = row[: len(table.key)]
        if wrong.setdefault(key, nothing) == row[len(table.key) :]:
            del wrong[key]
    return wrong


def replace_rows(table: Table, rows: Mapping[Row, Row]) -> None:
    """Write these rows, whatever is stored of them, and delete empty ones."""
    _write(table, rows, adds=False)


def _write(table: Table, values_by_key: Mapping[Row, Row], *, adds: bool) -> None:
    """Write rows in one order, so that two who write the same ones never wait for each other."""
    rows = sorted([(*key, *values) for key, values in values_by_key.items()])
    empty: list[Row] = []
    with connection.cursor() as cursor:
        for some in batches(rows):
            cursor.execute(_upsert(table, len(some), adds), list(chain.from_iterable(some)))
            new_rows = cursor.fetchall()
            key = len(table.key)
            empty += [row[:key] for row in new_rows if not any(row[key:])]
        for some in batches(empty):
            cursor.execute(_delete(table, len(some)), list(chain.from_iterable(some)))


# By hand: the ORM's bulk_create sets values and cannot add to them, and with an update for each row
# the tap that ends a session took 54 ms instead of 26. To delete by the keys of many rows, the ORM
# took a quarter of a merge.


@cache
def _upsert(table: Table, rows: int, adds: bool) -> str:
    name, names = table.quoted_name, quoted(table.names)
    row = "({})".format(", ".join(["%s"] * len(names)))
    sums = ", ".join(
        f"{column} = {f'{name}.{column} + ' if adds else ''}excluded.{column}"
        for column in quoted(table.columns)
    )
    return (
        f"INSERT INTO {name} ({', '.join(names)}) VALUES {', '.join([row] * rows)}"
        f" ON CONFLICT ({', '.join(quoted(table.key))}) DO UPDATE SET {sums}"
        f" RETURNING {', '.join(names)}"
    )


@cache
def _delete(table: Table, rows: int) -> str:
    key = " AND ".join(f"{name} = %s" for name in quoted(table.key))
    keys = " OR ".join([f"({key})"] * rows)
    return f"DELETE FROM {table.quoted_name} WHERE {keys}"
