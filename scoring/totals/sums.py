"""Add to rows that hold sums, with one upsert for many of them."""

from collections.abc import Mapping
from functools import cache
from itertools import chain

from django.db import connection

from scoring.models.rows import Row, Table, batches, quoted


def add_up(table: Table, changes: Mapping[Row, Row]) -> None:
    """Add to the sums of these rows, and insert the rows that do not exist yet.

    In one order, so that two who add to the same rows never wait for each other."""
    rows = sorted([(*keys, *values) for keys, values in changes.items() if any(values)])
    with connection.cursor() as cursor:
        for some in batches(rows):
            cursor.execute(_upsert(table, len(some)), list(chain.from_iterable(some)))


# By hand: the ORM's bulk_create sets values and cannot add to them, and with an update for each row
# the tap that ends a session took 54 ms instead of 26.


@cache
def _upsert(table: Table, rows: int) -> str:
    name, names = table.quoted_name, quoted(table.names)
    row = "({})".format(", ".join(["%s"] * len(names)))
    sums = ", ".join(
        f"{column} = {name}.{column} + excluded.{column}" for column in quoted(table.columns)
    )
    return (
        f"INSERT INTO {name} ({', '.join(names)}) VALUES {', '.join([row] * rows)}"
        f" ON CONFLICT ({', '.join(quoted(table.key))}) DO UPDATE SET {sums}"
    )
