"""The transaction that every change of the site runs in."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import RLock
from time import monotonic, sleep

from django.conf import settings
from django.db import OperationalError, connection, transaction

RETRY_EVERY = 0.001  # seconds

# Of the threads of this process, the one that writes to SQLite.
_writer = RLock()


@contextmanager
def write_transaction() -> Iterator[None]:
    """Run a block, or a function that this decorates, in one transaction.

    SQLite has one writer at a time, and its own wait for that lock sleeps for up to a tenth of a
    second while others come and go first. So the threads of a process wait here for each other,
    and the one whose turn it is tries every millisecond to begin.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    deadline = monotonic() + settings.DATABASE_LOCK_TIMEOUT
    with ExitStack() as stack:
        # Without its turn in time a thread tries once, and fails as SQLite does: with its error.
        if _writer.acquire(timeout=settings.DATABASE_LOCK_TIMEOUT):
            stack.callback(_writer.release)
        _begin(stack, deadline)
        yield


def _begin(stack: ExitStack, deadline: float) -> None:
    """Enter a transaction that has SQLite's write lock, or raise OperationalError after a while."""
    _set_busy_timeout(0)
    try:
        while True:
            try:
                stack.enter_context(transaction.atomic())
            except OperationalError as error:
                if not _is_locked(error) or monotonic() >= deadline:
                    raise
                sleep(RETRY_EVERY)
            else:
                return
    finally:
        _set_busy_timeout(settings.DATABASE_LOCK_TIMEOUT)


def _set_busy_timeout(seconds: int) -> None:
    """Set how long SQLite itself waits for a lock of another connection."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {seconds * 1000}")


def _is_locked(error: OperationalError) -> bool:
    cause = error.__cause__
    return (
        isinstance(cause, sqlite3.OperationalError)
        and cause.sqlite_errorcode == sqlite3.SQLITE_BUSY
    )
