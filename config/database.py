"""The database settings, read from one URL."""

from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

MAX_AGE = 600  # seconds; a new connection costs more than most pages
CONNECT_TIMEOUT = 5  # seconds
PREPARE_AFTER = 2  # times that a connection ran a statement
# In kB, of each thread of a server; SQLite would take 2,000, which is no quicker: the system keeps
# the file in memory, too.
SQLITE_CACHE = 512
SQLITE = "django.db.backends.sqlite3"


def database_settings(
    url: str, *, lock_timeout: int, pool: int, prepare: bool = False
) -> dict[str, Any]:
    """Return Django's settings for the database at this address.

    `lock_timeout`: how many seconds a statement waits for a lock before it fails.
    `pool`: how many connections the threads of a process share, on PostgreSQL; 0: one each.
    `prepare`: whether PostgreSQL plans a statement that is repeated once for each connection."""
    try:
        settings = _parse(url)
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL is not understood: {error}") from None
    settings |= {
        "CONN_MAX_AGE": MAX_AGE,
        "CONN_HEALTH_CHECKS": True,
        # Through PgBouncer a cursor may go on with the connection of somebody else.
        "DISABLE_SERVER_SIDE_CURSORS": True,
    }
    if settings["ENGINE"] == SQLITE:
        return {**settings, "OPTIONS": _sqlite_options(lock_timeout)}
    options = {**_postgresql_options(lock_timeout), **settings.get("OPTIONS", {})}
    if prepare:
        # A statement is the same each time only if its values are sent apart from it.
        options |= {"server_side_binding": True, "prepare_threshold": PREPARE_AFTER}
    if pool:
        options["pool"] = {"min_size": 1, "max_size": pool, "timeout": lock_timeout}
        settings["CONN_MAX_AGE"] = 0  # the pool keeps them
    return {**settings, "OPTIONS": options}


def _parse(url: str) -> dict[str, Any]:
    """Read a database URL; of PostgreSQL it may name several servers, as libpq's own URLs do:
    `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`."""
    parts = urlsplit(url)
    account, at, servers = parts.netloc.rpartition("@")
    if "," not in servers:
        return {**dj_database_url.parse(url)}
    first = parts._replace(netloc=f"{account}{at}one").geturl()
    hosts, ports = zip(*(_host_and_port(server) for server in servers.split(",")), strict=True)
    return {**dj_database_url.parse(first), "HOST": ",".join(hosts), "PORT": ",".join(ports)}


def _host_and_port(server: str) -> tuple[str, str]:
    parts = urlsplit(f"//{server}")
    return parts.hostname or "", str(parts.port or 5432)


def _sqlite_options(lock_timeout: int) -> dict[str, Any]:
    return {
        # Take the write lock at the start of a transaction, and wait for it rather than fail.
        "transaction_mode": "IMMEDIATE",
        "timeout": lock_timeout,
        # FULL: what was answered is on the disk, also when the power fails.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        f" PRAGMA cache_size=-{SQLITE_CACHE};",
    }


def _postgresql_options(lock_timeout: int) -> dict[str, Any]:
    return {"connect_timeout": CONNECT_TIMEOUT, "options": f"-c lock_timeout={lock_timeout}s"}
