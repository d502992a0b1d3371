"""Quick clients are answered at once, whatever slow clients do."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.serving import ROOT, prepared_environment, running
from tools.load.phones import Answer, Phone, phones
from tools.load.slow_clients import connect, half_body, half_headers, slow_download

OF_EACH_KIND = 12
SESSIONS = 1_000  # 12 MB of documents: much more than what the kernel takes for a slow client
FILE = "/g/thursday/export/sessions.ndjson"
FORM = "/language/"  # one that is read before anything else is looked at
QUICK = 0.25  # seconds
LOCK_TIMEOUT, PHONE_TIMEOUT = 5, 8  # seconds


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    environment = prepared_environment(tmp_path_factory.mktemp("slow"))
    command = [sys.executable, "-m", "tools.load.long_groups", str(SESSIONS), "thursday"]
    made = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return {**environment, "COOKIE": made.stdout.split()[1]}


@contextmanager
def held_lock(environment: dict[str, str]) -> Iterator[None]:
    """Hold what everybody needs who taps: the sessions, or on SQLite the database."""
    if environment["DATABASE_URL"]:
        with psycopg.connect(environment["DATABASE_URL"]) as connection:
            connection.execute("SELECT id FROM scoring_session FOR UPDATE")
            yield
    else:
        path = Path(environment["VAR_DIR"]) / "scorefolio.sqlite3"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield
            connection.execute("ROLLBACK")


def percentile_95(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) * 95 // 100]


def hang(stack: ExitStack, address: str, cookie: str) -> None:
    """Keep so many connections of each kind waiting, until the stack is closed."""
    for _ in range(OF_EACH_KIND):
        stack.enter_context(connect(address))
        stack.enter_context(half_headers(address))
        stack.enter_context(half_body(address, FORM))
        stack.enter_context(slow_download(address, FILE, cookie))


async def _polls_and_home_pages(host: Phone, number: int) -> list[Answer]:
    answers = []
    for _ in range(number):
        answers += [await host.poll(), await host.get("/")]
    return answers


async def _beside_slow_clients(
    address: str, environment: dict[str, str]
) -> tuple[list[Answer], list[Answer]]:
    """Return what quick requests are answered, and taps for which somebody holds the lock."""
    async with phones(address, 1 + OF_EACH_KIND) as (host, *waiting):
        for phone in (host, *waiting):
            await phone.open_table()
        with ExitStack() as stack:
            stack.enter_context(held_lock(environment))
            taps = asyncio.gather(*(phone.tap() for phone in waiting))
            await asyncio.to_thread(hang, stack, address, environment["COOKIE"])
            return await _polls_and_home_pages(host, 50), await taps


def test_polls_and_the_home_page_go_on_beside_sixty_slow_clients(
    environment: dict[str, str],
) -> None:
    with running(environment, "config.settings") as address:
        quick, taps = asyncio.run(_beside_slow_clients(address, environment))
    assert {answer.status for answer in quick} == {200, 204}
    assert percentile_95([answer.seconds for answer in quick]) <= QUICK
    assert {answer.status for answer in taps} == {503}
    assert all(LOCK_TIMEOUT <= answer.seconds < PHONE_TIMEOUT for answer in taps)
    assert "The site is too busy" in taps[0].text


def test_a_client_that_falls_silent_is_sent_away(environment: dict[str, str]) -> None:
    with (
        running({**environment, "CLIENT_TIMEOUT": "1"}, "config.settings") as address,
        closing(half_headers(address)) as connection,
    ):
        connection.settimeout(10)
        assert connection.recv(1) == b""


# Downloads


def is_held_open(environment: dict[str, str]) -> bool:
    """Return whether somebody has a transaction open, also one that only reads."""
    if url := environment["DATABASE_URL"]:
        with psycopg.connect(url) as connection:
            state = "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'"
            return connection.execute(state).fetchone() is not None
    path = Path(environment["VAR_DIR"]) / "scorefolio.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # A change that changes nothing is not written, so there would be no log to empty.
        connection.execute("UPDATE scoring_group SET name = name || '!'")
        # SQLite empties its log only when nobody reads what was there before.
        busy, _pages, _copied = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return bool(busy)


def test_a_slow_reader_keeps_nothing_open_in_the_database(environment: dict[str, str]) -> None:
    with running(environment, "config.settings") as address, ExitStack() as stack:
        for _ in range(OF_EACH_KIND):
            stack.enter_context(slow_download(address, FILE, environment["COOKIE"]))
        assert not is_held_open(environment)
