"""Writing to SQLite: by turns within a process, after other processes."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.serving import ROOT, prepared_environment
from tools.load.writers import THREADS, WRITES

pytestmark = pytest.mark.django_db


def run(folder: Path, *, lock_timeout: int = 60) -> "subprocess.CompletedProcess[str]":
    environment = {
        **prepared_environment(folder),
        "DATABASE_LOCK_TIMEOUT": str(lock_timeout),
    }
    return subprocess.run(
        [sys.executable, "-m", "tools.load.writers"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_nobody_is_overtaken_by_all_that_the_others_write(tmp_path: Path) -> None:
    overtaken = int(run(tmp_path).stdout)
    # With SQLite's own wait it is all of them: one thread writes until it is done.
    assert overtaken < (THREADS - 1) * WRITES / 2


def test_a_lock_held_by_another_process_is_given_up_on_in_time(tmp_path: Path) -> None:
    database = prepared_environment(tmp_path)["VAR_DIR"] + "/scorefolio.sqlite3"
    with closing(sqlite3.connect(database, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert "database is locked" in run(tmp_path, lock_timeout=1).stderr
    assert run(tmp_path).returncode == 0
