"""Copying a whole database to a file and back, with the tools that each engine has for it."""

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from psycopg import conninfo, pq

from scoring.models import CachedValue

CACHES = (CachedValue._meta.db_table,)  # left out: nobody misses a counter of limits
OURS = {CachedValue._meta.db_table, "django_migrations"}


class CopyFailed(Exception):
    """The message says what went wrong."""


def engine() -> str:
    return connection.vendor


def is_empty() -> bool:
    return not connection.introspection.table_names()


def dump(path: Path) -> None:
    """Write a copy of the database as it is at one moment, while others go on writing."""
    DUMPS[engine()](path)


def load(path: Path) -> None:
    """Fill the empty database from a copy, as a whole or not at all."""
    LOADS[engine()](path)


@contextmanager
def undisturbing(changed: Iterable[type[Model]]) -> Iterator[None]:
    """Let this process change these models while others go on, and take the changes back.

    It works on a copy: of the whole database on SQLite, where any writer stops all others, and of
    the tables of these models on PostgreSQL, where changing anything else is an error."""
    copy = {"sqlite": _on_copied_file, "postgresql": _on_copied_tables}[engine()]
    with copy(changed):
        yield


@contextmanager
def _on_copied_file(_changed: Iterable[type[Model]]) -> Iterator[None]:
    original = connection.settings_dict["NAME"]
    # In memory nobody else writes; a copy made in a transaction would wait for that one to end.
    if not Path(original).is_file() or connection.in_atomic_block:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="copy-", dir=settings.VAR_DIR) as folder:
        copy = Path(folder) / "copy.sqlite3"
        dump(copy)
        _connect_to(copy)
        try:
            yield
        finally:
            _connect_to(original)


@contextmanager
def _on_copied_tables(changed: Iterable[type[Model]]) -> Iterator[None]:
    """Read all tables as they are now, in one transaction that locks none of their rows.

    Temporary tables hide those that have their names. They end with the transaction, so behind
    PgBouncer nobody else ever meets them."""
    begins = not connection.in_atomic_block
    with transaction.atomic():
        with connection.cursor() as cursor:
            if begins:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            for statement in _copying(cursor, list(changed)):
                cursor.execute(statement)
            # From here on, only temporary tables can be changed and their rows be locked.
            cursor.execute("SET TRANSACTION READ ONLY")
        yield
        transaction.set_rollback(True)


def _copying(cursor: CursorWrapper, models: list[type[Model]]) -> Iterator[str]:
    cursor.execute("SELECT current_schema()")
    (name,) = cursor.fetchone()
    schema = connection.ops.quote_name(name)
    for model in models:
        table = connection.ops.quote_name(model._meta.db_table)
        original = f"{schema}.{table}"
        yield f"CREATE TEMPORARY TABLE {table} (LIKE {original} INCLUDING ALL) ON COMMIT DROP"
        yield f"INSERT INTO {table} TABLE {original}"
        yield f"ANALYZE {table}"
    yield from connection.ops.sequence_reset_sql(no_style(), models)


def _connect_to(name: str | Path) -> None:
    connection.close()
    connection.settings_dict["NAME"] = str(name)


def _dump_sqlite(path: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        # All pages in one step read one snapshot; in several, writers would make it begin again.
        connection.connection.backup(copy)
        (verdict,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise CopyFailed(f"The database is damaged: {verdict}")
        _empty_caches(copy)


def _load_sqlite(path: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(path)) as copy:
            _check_restored(copy)
            _empty_caches(copy)
            copy.backup(connection.connection)
    except sqlite3.DatabaseError as error:
        raise CopyFailed(f"The database of this backup cannot be read: {error}.") from None
    connection.close()


def _check_restored(copy: sqlite3.Connection) -> None:
    """Refuse a database that is damaged, that is not ours, or that does more than keep rows."""
    (verdict,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise CopyFailed(f"The database of this backup is damaged: {verdict!a}")
    if not {*_tables(copy)} >= OURS:
        raise CopyFailed("The database of this backup is not one of this site.")
    (others,) = copy.execute(
        "SELECT count(*) FROM sqlite_schema"
        " WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
    ).fetchone()
    if others:
        raise CopyFailed("The database of this backup has triggers or views, and ours has none.")


def _empty_caches(copy: sqlite3.Connection) -> None:
    copy.execute("PRAGMA secure_delete = ON")
    for table in {*_tables(copy)} & set(CACHES):
        copy.execute(f"DELETE FROM {table}")  # noqa: S608 (our own name)
    copy.commit()


def _tables(copy: sqlite3.Connection) -> list[str]:
    return [name for (name,) in copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]


def _dump_postgresql(path: Path) -> None:
    # The archive around it compresses.
    without = [f"--exclude-table-data={table}" for table in CACHES]
    _run("pg_dump", "--format=custom", "--compress=0", "--no-owner", *without, f"--file={path}")


def _load_postgresql(path: Path) -> None:
    _run(
        "pg_restore",
        "--no-owner",
        "--no-privileges",
        "--single-transaction",
        "--exit-on-error",
        str(path),
    )
    connection.close()
    if not {*connection.introspection.table_names()} >= OURS:
        raise CopyFailed("The database of this backup is not one of this site.")
    CachedValue.objects.all().delete()


def _run(program: str, *arguments: str) -> None:
    parameters = _parameters()
    # In the environment, where other users of the machine do not read it.
    environment = {**os.environ, "PGPASSWORD": parameters.pop("password", "")}
    command = [program, f"--dbname={conninfo.make_conninfo(**parameters)}", *arguments]
    try:
        subprocess.run(  # noqa: S603 (our own arguments)
            command, env=environment, check=True, capture_output=True, text=True
        )
    except FileNotFoundError:
        raise CopyFailed(
            f"{program} is not installed; on Debian: apt-get install postgresql-client"
        ) from None
    except subprocess.CalledProcessError as error:
        raise CopyFailed(f"{program} failed: {error.stderr.strip()}") from None


def _parameters() -> dict[str, Any]:
    """Return what Django connects with, as far as PostgreSQL's own programs know it."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    parameters = connection.get_connection_params()
    return {name: value for name, value in parameters.items() if name in known}


DUMPS = {"sqlite": _dump_sqlite, "postgresql": _dump_postgresql}
LOADS = {"sqlite": _load_sqlite, "postgresql": _load_postgresql}
