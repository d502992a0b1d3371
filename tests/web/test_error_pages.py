"""A database that is busy, full or away is no fault of the site, and says so; a wrong query is."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import DatabaseError, OperationalError
from django.test import RequestFactory

from scoring.web.error_pages import is_unavailable, server_error


def failure(path: Path, statement: str) -> DatabaseError:
    """The error that Django raises when SQLite refuses this."""
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            connection.execute(statement)
    except sqlite3.OperationalError as error:
        failed = OperationalError(*error.args)
        failed.__cause__ = error
        return failed
    raise AssertionError(statement)


def test_a_lock_that_somebody_holds_can_be_waited_for(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "file", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert is_unavailable(failure(tmp_path / "file", "BEGIN IMMEDIATE"))


def test_a_file_that_is_not_there_may_come_back(tmp_path: Path) -> None:
    assert is_unavailable(failure(tmp_path / "missing" / "file", "SELECT 1"))


def test_a_server_that_does_not_answer_may_come_back() -> None:
    refused = OperationalError("refused")
    with pytest.raises(psycopg.OperationalError) as error:
        psycopg.connect("host=127.0.0.1 port=1 connect_timeout=2")
    refused.__cause__ = error.value
    assert is_unavailable(refused)


def test_a_wrong_query_is_a_fault_of_the_site(tmp_path: Path) -> None:
    assert not is_unavailable(failure(tmp_path / "file", "SELECT * FROM nothing"))


def test_what_fails_outside_of_a_view_says_so_too(tmp_path: Path, rf: RequestFactory) -> None:
    """Without `db`, any query would fail this test."""
    try:
        raise failure(tmp_path / "missing" / "file", "SELECT 1")
    except DatabaseError:
        page = server_error(rf.get("/"))
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "Everything saved before is safe." in page.content.decode()
