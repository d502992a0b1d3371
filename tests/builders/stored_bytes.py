"""Count the bytes that all rows of the site use, with their entries in indexes."""

from collections.abc import Iterator

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import Model

PLACE = 4  # bytes by which a page of PostgreSQL points to a row, or to an entry of an index
ENTRY = 8  # bytes before the values of an entry
REPEATED = 6  # bytes for one more row with the values of an entry, unless the index is unique


def stored_bytes() -> int:
    """Return what is in use on the pages of all tables of ours and of their indexes.

    Free space on pages that are not full does not count."""
    count = {"sqlite": _of_sqlite, "postgresql": _of_postgresql}[connection.vendor]
    return sum(count(model._meta.db_table) for model in _models())


def _models() -> Iterator[type[Model]]:
    labels = ("scoring", *(package.rpartition(".")[2] for package in settings.INSTALLED_GAMES))
    for label in labels:
        yield from apps.get_app_config(label).get_models(include_auto_created=True)


def _of_sqlite(table: str) -> int:
    pages = (
        "SELECT COALESCE(SUM(pgsize - unused), 0) FROM dbstat"
        " WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = %s)"
    )
    return _value(pages, table)


def _of_postgresql(table: str) -> int:
    """Add up rows and entries of indexes; each begins at a multiple of eight."""
    name = connection.ops.quote_name(table)
    used = _value(f"SELECT SUM({_aligned(f'pg_column_size({name}.*)')} + {PLACE}) FROM {name}")
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, table)
    for details in constraints.values():
        columns = [connection.ops.quote_name(column) for column in details["columns"]]
        if details["unique"]:
            used += _value(f"SELECT SUM({_entry(columns)}) FROM {name}")
        elif details["index"]:
            values = f"SELECT {_entry(columns)} AS size FROM {name} GROUP BY {', '.join(columns)}"
            used += _value(f"SELECT SUM(size) FROM ({values}) AS different")
            used += _value(f"SELECT COUNT(*) * {REPEATED} FROM {name}")
    return used


def _entry(columns: list[str]) -> str:
    sizes = [f"COALESCE(pg_column_size({column}), 0)" for column in columns]
    return f"{_aligned(' + '.join(sizes))} + {ENTRY + PLACE}"


def _aligned(size: str) -> str:
    return f"(({size}) + 7) / 8 * 8"


def _value(query: str, *parameters: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        (value,) = cursor.fetchone()
    return int(value or 0)
