"""The connections to PostgreSQL that the threads of a web server share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import NotSupportedError, connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper

from config.database import PREPARE_AFTER, database_settings
from scoring.web.error_pages import is_unavailable

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@contextmanager
def shared_connections(alias: str, *, prepare: bool = False) -> Iterator[DatabaseWrapper]:
    """Yield a connection to the tests' database as a thread of the web server has it."""
    ours = database_settings("postgres://db/games", lock_timeout=10, pool=1, prepare=prepare)
    named = connections["default"].settings_dict
    settings = {**named, "CONN_MAX_AGE": 0, "OPTIONS": {**named["OPTIONS"], **ours["OPTIONS"]}}
    wrapper = DatabaseWrapper(settings, alias=alias)
    yield wrapper
    wrapper.close()
    wrapper.close_pool()


@pytest.fixture
def pooled() -> Iterator[DatabaseWrapper]:
    with shared_connections("pooled") as wrapper:
        yield wrapper


@pytest.fixture
def prepared() -> Iterator[DatabaseWrapper]:
    """A connection as DATABASE_PREPARE makes it."""
    with shared_connections("prepared", prepare=True) as wrapper:
        yield wrapper


def ask(database: Any, statement: str, *values: object) -> Any:
    with database.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()[0]


def answer_to_request(pooled: DatabaseWrapper) -> int:
    """Return which process of the server answers, and give the connection back."""
    process: int = ask(pooled, "SELECT pg_backend_pid()")
    pooled.close()
    return process


def test_the_next_request_continues_with_the_connection(pooled: DatabaseWrapper) -> None:
    assert answer_to_request(pooled) == answer_to_request(pooled)


def test_a_connection_that_the_server_ended_is_replaced(pooled: DatabaseWrapper) -> None:
    process = answer_to_request(pooled)
    assert ask(connection, "SELECT pg_terminate_backend(%s, 5000)", process)
    assert answer_to_request(pooled) != process


def prepared_statements(database: DatabaseWrapper) -> list[str]:
    """Run a statement often, each time for another request; return what the server has planned."""
    for number in range(2 * PREPARE_AFTER):
        assert ask(database, "SELECT %s + 1", number) == number + 1
        database.close()
    with database.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [statement for (statement,) in cursor.fetchall()]


def test_a_statement_that_is_repeated_is_planned_once_if_the_setting_says_so(
    prepared: DatabaseWrapper,
) -> None:
    assert prepared_statements(prepared) == ["SELECT $1 + 1"]


def test_nothing_is_prepared_without_the_setting(pooled: DatabaseWrapper) -> None:
    """PgBouncer before 1.22 hands a client connections that know no statement of the last one."""
    assert prepared_statements(pooled) == []


@pytest.fixture
def migrate(prepared: DatabaseWrapper) -> Iterator[Callable[[], None]]:
    """A table whose statement is prepared; call it to let another process change a column."""
    with shared_connections("elsewhere") as wrapper, wrapper.cursor() as elsewhere:
        elsewhere.execute("CREATE TABLE migrated AS SELECT 'Ben'::varchar(10) AS name")
        for _time in range(2 * PREPARE_AFTER):
            assert name_in_table(prepared) == "Ben"
        change = "ALTER TABLE migrated ALTER COLUMN name TYPE varchar(20)"
        yield lambda: elsewhere.execute(change)
        prepared.close()
        elsewhere.execute("DROP TABLE migrated")


def name_in_table(prepared: DatabaseWrapper) -> Any:
    return ask(prepared, "SELECT name FROM migrated WHERE name <> %s", "Ana")


def test_a_tap_that_meets_a_migration_is_sent_again(
    prepared: DatabaseWrapper, migrate: Callable[[], None]
) -> None:
    migrate()
    prepared.set_autocommit(False)
    with pytest.raises(NotSupportedError) as raised:
        name_in_table(prepared)
    assert is_unavailable(raised.value)
    prepared.rollback()
    assert name_in_table(prepared) == "Ben"
    prepared.rollback()
