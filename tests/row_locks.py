"""Find out which rows a function locks on PostgreSQL: other connections hold them meanwhile."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from threading import Event

from django.db import connection, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

PATIENCE = 60  # seconds
BLOCKED = """
    SELECT unnest(pg_blocking_pids(pid)), query FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


def waited_for(verb: Callable[[], object], held: dict[str, models.Model]) -> list[str]:
    """The names of those rows that the verb waits for while a connection each holds them, in its
    order; a row is let go when it is waited for. What it writes without asking for it is marked."""
    names: list[str] = []
    with ThreadPoolExecutor(1) as pool, ExitStack() as stack:
        holders = {
            pid(holder): (name, holder)
            for name, row in held.items()
            for holder in [stack.enter_context(closing(holding(row)))]
        }
        doing = in_thread(pool, verb)
        while not doing.done():
            for blocker, query in blocked():
                if blocker in holders:
                    name, holder = holders.pop(blocker)
                    # Long queries lose their end.
                    asks = query.startswith("SELECT") or " FOR " in query
                    names.append(name if asks else f"{name} (written)")
                    holder.rollback()
            wait([doing], timeout=0.01)
        doing.result()
    return names


def holding(row: models.Model) -> BaseDatabaseWrapper:
    """Return a connection in a transaction that holds this row's lock."""
    other = connection.copy()
    other.set_autocommit(False)
    locking = type(row)._default_manager.select_for_update(no_key=True).filter(pk=row.pk)
    statement, values = locking.query.get_compiler(connection=other).as_sql()
    with other.cursor() as cursor:
        cursor.execute(statement, values)
    return other


def in_thread(pool: ThreadPoolExecutor, verb: Callable[[], object]) -> "Future[object]":
    """Run the function in a thread, with a connection that is closed afterwards."""

    def done() -> object:
        with closing(connection):
            return verb()

    return pool.submit(done)


def pid(other: BaseDatabaseWrapper) -> int:
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process: int = cursor.fetchone()[0]
        return process


def blocked() -> list[tuple[int, str]]:
    """Return the process ids that others wait for, each with a statement that waits."""
    with connection.cursor() as cursor:
        cursor.execute(BLOCKED)
        waiting: list[tuple[int, str]] = cursor.fetchall()
        return waiting


def at_once(first: Callable[[], object], second: Callable[[], object]) -> object:
    """Return the result of the second, which begins before the first is committed.

    The first is committed when the second waits for it, or did not have to."""
    begun, waits = Event(), Event()

    def held() -> None:
        with transaction.atomic():
            first()
            begun.set()
            waits.wait(PATIENCE)

    with ThreadPoolExecutor(2) as pool:
        doing = in_thread(pool, held)
        begun.wait(PATIENCE)
        following = in_thread(pool, second)
        while not (following.done() or blocked()):
            wait([following], timeout=0.01)
        waits.set()
        doing.result()
        return following.result()
