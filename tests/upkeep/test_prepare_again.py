"""A start after whatever went wrong at the last one, by processes of their own."""

import json
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.kept import copy_static_files
from tests.serving import ROOT, empty_environment, prepared_environment

SESSIONS = "40"
SESSIONS_OF_GROUPS = """
    SELECT g.slug, COUNT(s.id) FROM scoring_group g
    LEFT JOIN scoring_session s ON s.group_id = g.id GROUP BY g.slug
"""
PATIENCE = 60  # seconds
Started = tuple[Path, list[int], list[str]]  # VAR_DIR, and each start's status and complaints


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return prepared_environment(tmp_path_factory.mktemp("starting"))


def manage(environment: dict[str, str], *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(environment: dict[str, str], *arguments: str) -> str:
    done = manage(environment, *arguments)
    out, err = done.communicate(timeout=PATIENCE * 2)
    assert done.returncode == 0, err
    return out


def manifest(environment: dict[str, str]) -> Path:
    return Path(environment["VAR_DIR"]) / "static" / "staticfiles.json"


# Static files


def test_half_a_list_of_static_files_is_made_again(environment: dict[str, str]) -> None:
    path = manifest(environment)
    whole = path.read_text()
    path.write_text(whole[: len(whole) // 2])
    run(environment, "prepare")
    assert json.loads(path.read_text()) == json.loads(whole)


def test_a_missing_static_file_is_collected_again(environment: dict[str, str]) -> None:
    names = json.loads(manifest(environment).read_text())["paths"]
    file = manifest(environment).parent / names["scoring/css/base.css"]
    file.unlink()
    run(environment, "prepare")
    assert file.is_file()


def test_a_second_start_collects_nothing(environment: dict[str, str]) -> None:
    before = manifest(environment).stat().st_mtime_ns
    run(environment, "prepare")
    assert manifest(environment).stat().st_mtime_ns == before


# The database


@pytest.fixture(scope="module")
def started_twice(tmp_path_factory: pytest.TempPathFactory) -> Started:
    """Start twice at once on an empty database."""
    var_dir = tmp_path_factory.mktemp("twice")
    environment = empty_environment(var_dir, beside="")
    copy_static_files(var_dir)  # what is raced for is the database
    both = [manage(environment, "prepare", "--verbosity", "0") for _ in range(2)]
    answers = [process.communicate(timeout=PATIENCE * 4)[1] for process in both]
    return var_dir, [process.returncode for process in both], answers


def test_two_starts_at_once_on_an_empty_database_both_succeed(started_twice: Started) -> None:
    _var_dir, statuses, answers = started_twice
    assert statuses == [0, 0], answers
    assert sum("Another “prepare” is running" in answer for answer in answers) == 1


def test_nobody_else_reads_the_database(started_twice: Started) -> None:
    var_dir = started_twice[0]
    assert stat.S_IMODE((var_dir / "scorefolio.sqlite3").stat().st_mode) == 0o600


def test_a_database_that_is_away_is_waited_for_and_then_named(environment: dict[str, str]) -> None:
    away = {**environment, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/games"}
    process = manage(away, "prepare", "--wait", "2")
    start = time.monotonic()
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert time.monotonic() - start > 2
    waiting, failed = err.strip().splitlines()
    assert waiting.startswith("Waiting up to 2 seconds for the database: connection failed")
    assert "The database is not responding. Start it, or correct DATABASE_URL:" in failed


# The demo


def groups(environment: dict[str, str]) -> dict[str, int]:
    """The addresses of all groups, and how many sessions each has."""
    if url := environment["DATABASE_URL"]:
        with psycopg.connect(url) as connection:
            return dict(connection.execute(SESSIONS_OF_GROUPS).fetchall())
    path = Path(environment["VAR_DIR"]) / "scorefolio.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        return dict(file.execute(SESSIONS_OF_GROUPS).fetchall())


def test_a_demo_that_was_killed_is_made_anew(environment: dict[str, str]) -> None:
    demo = ("demo", "--sessions", SESSIONS, "--group", "town", "--verbosity", "0")
    process = manage(environment, *demo)
    deadline = time.monotonic() + PATIENCE
    while "town-unfinished" not in groups(environment) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.communicate()
    assert "town" not in groups(environment)
    run(environment, *demo)
    assert groups(environment) == {"town": int(SESSIONS)}
