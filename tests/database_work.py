"""Count the work of a database for a request, rather than timing it.

PostgreSQL says how many rows it reads for a query, SQLite how many steps its machine takes. Both
are the same on a busy machine."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection

Execute = Callable[..., Any]
STEPS = 20  # of SQLite's machine, of which one is counted


@dataclass
class Work:
    queries: int = 0
    done: int = 0  # rows read, or steps
    most: int = 0  # by one query
    longest: str = ""  # that query

    def add(self, sql: str, done: int, *, of_query: int) -> None:
        self.done += done
        if of_query > self.most:
            self.most, self.longest = of_query, sql


@contextmanager
def database_work() -> Iterator[Work]:
    """Count what the queries inside make the database do."""
    work = Work()
    with _steps_counted(work) if connection.vendor == "sqlite" else _rows_counted(work):
        yield work


def plan_as_for_many_rows() -> None:
    """Let the planner know how many rows there are, and let PostgreSQL use indexes for few as well.

    It would else read a small table as a whole, and the test would see nothing of large ones."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            for way in ("seqscan", "hashjoin", "mergejoin", "bitmapscan"):
                cursor.execute(f"SET LOCAL enable_{way} = off")


@contextmanager
def _steps_counted(work: Work) -> Iterator[None]:
    """Count the steps, which go on while Django fetches the rows of a query."""
    latest, steps = "", 0

    def note(execute: Execute, sql: str, *arguments: Any) -> Any:
        nonlocal latest, steps
        latest, steps = sql, 0
        work.queries += 1
        return execute(sql, *arguments)

    def count() -> int:
        nonlocal steps
        steps += 1
        work.add(latest, 1, of_query=steps)
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, STEPS)
    try:
        with connection.execute_wrapper(note):
            yield
    finally:
        connection.connection.set_progress_handler(None, 0)


@contextmanager
def _rows_counted(work: Work) -> Iterator[None]:
    def note(execute: Execute, sql: str, params: Any, *arguments: Any) -> Any:
        work.queries += 1
        if sql.startswith("SELECT"):
            rows = _rows_read(sql, params)
            work.add(sql, rows, of_query=rows)
        return execute(sql, params, *arguments)

    with connection.execute_wrapper(note):
        yield


def _rows_read(sql: str, params: Any) -> int:
    with connection.connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
        ((plans,),) = cursor.fetchall()
    return sum(map(_rows, _nodes(plans[0]["Plan"])))


def _nodes(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield node
    for inner in node.get("Plans", ()):
        yield from _nodes(inner)


def _rows(node: Mapping[str, Any]) -> int:
    read = sum(value for name, value in node.items() if name.startswith("Rows Removed by"))
    return int((node["Actual Rows"] + read) * node["Actual Loops"])
