"""The connections to PostgreSQL that the threads of a web server share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import NotSupportedError, connection, connections
from django.test.utils import CaptureQueriesContext
from psycopg import ConnectionInfo

from config.postgresql.base import PREPARE_AFTER, DatabaseWrapper
from scoring.web.error_pages import is_unavailable

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@contextmanager
def shared_connections(alias: str) -> Iterator[DatabaseWrapper]:
    shown = connections["default"].settings_dict
    options = {**shown["OPTIONS"], "pool": {"min_size": 1, "max_size": 1, "timeout": 10}}
    settings = {**shown, "OPTIONS": options, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
    wrapper = DatabaseWrapper(settings, alias=alias)
    yield wrapper
    wrapper.close()
    wrapper.close_pool()


@pytest.fixture
def pooled() -> Iterator[DatabaseWrapper]:
    """A connection as the web server's threads have it."""
    with shared_connections("pooled") as wrapper:
        yield wrapper


def ask(database: Any, statement: str, *values: int) -> Any:
    with database.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()[0]


def answer_to_request(pooled: DatabaseWrapper) -> int:
    """Return which process of the server answers, and give the connection back."""
    process: int = ask(pooled, "SELECT pg_backend_pid()")
    pooled.close()
    return process


def test_the_next_request_goes_on_with_the_connection_and_asks_nothing_before(
    pooled: DatabaseWrapper,
) -> None:
    process = answer_to_request(pooled)
    pooled.ensure_connection()
    last = ask(connection, "SELECT query FROM pg_stat_activity WHERE pid = %s", process)
    assert last == "SELECT pg_backend_pid()"
    assert answer_to_request(pooled) == process


def prepared_statements(pooled: DatabaseWrapper) -> list[str]:
    """Run a statement often, each time for another request; return what the server has planned."""
    for number in range(2 * PREPARE_AFTER):
        with pooled.prepared_cursor() as cursor:
            cursor.execute("SELECT %s + 1", [number])
            assert cursor.fetchone() == (number + 1,)
        pooled.close()
    with pooled.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [statement for (statement,) in cursor.fetchall()]


def test_a_statement_that_comes_again_is_planned_once(pooled: DatabaseWrapper) -> None:
    assert prepared_statements(pooled) == ["SELECT $1 + 1"]


@pytest.fixture
def migrate(pooled: DatabaseWrapper) -> Iterator[Callable[[], None]]:
    """A table whose statement is prepared; call it to let another process change a column."""
    with shared_connections("elsewhere") as wrapper, wrapper.cursor() as elsewhere:
        elsewhere.execute("CREATE TABLE migrated AS SELECT 'Ben'::varchar(10) AS name")
        for _time in range(2 * PREPARE_AFTER):
            assert names(pooled) == [("Ben",)]
        change = "ALTER TABLE migrated ALTER COLUMN name TYPE varchar(20)"
        yield lambda: elsewhere.execute(change)
        pooled.close()
        elsewhere.execute("DROP TABLE migrated")


def names(pooled: DatabaseWrapper) -> Any:
    with pooled.prepared_cursor() as cursor:
        cursor.execute("SELECT name FROM migrated WHERE name <> %s", ["Ana"])
        return cursor.fetchall()


def test_a_statement_is_planned_again_after_a_migration_changed_a_column(
    pooled: DatabaseWrapper, migrate: Callable[[], None]
) -> None:
    """The processes of the version before go on meanwhile, with the statements that they know."""
    migrate()
    assert names(pooled) == [("Ben",)]


def test_a_tap_that_meets_a_migration_is_sent_again(
    pooled: DatabaseWrapper, migrate: Callable[[], None]
) -> None:
    migrate()
    pooled.set_autocommit(False)
    with pytest.raises(NotSupportedError) as raised:
        names(pooled)
    assert is_unavailable(raised.value)
    pooled.rollback()
    assert names(pooled) == [("Ben",)]
    pooled.rollback()


def test_nothing_is_prepared_through_a_pooler(
    pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PgBouncer gives a client other connections in turn, and a process number of its own."""
    monkeypatch.setattr(ConnectionInfo, "backend_pid", 7)
    assert prepared_statements(pooled) == []


def test_a_statement_with_values_apart_is_logged_with_them(pooled: DatabaseWrapper) -> None:
    with CaptureQueriesContext(pooled) as captured, pooled.prepared_cursor() as cursor:
        cursor.execute("SELECT %s", ["Ana"])
    assert [query["sql"] for query in captured] == ["SELECT 'Ana'"]


def test_a_connection_that_the_server_ended_is_replaced(pooled: DatabaseWrapper) -> None:
    process = answer_to_request(pooled)
    assert ask(connection, "SELECT pg_terminate_backend(%s, 5000)", process)
    assert answer_to_request(pooled) != process
