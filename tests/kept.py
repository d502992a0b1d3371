"""What takes long to make and seldom changes: made once, and kept beside pytest's cache."""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path

import django
from django.test import override_settings

from scoring.upkeep.prepare import collect_static

ROOT = Path(__file__).parent.parent
KEPT = ROOT / ".pytest_cache" / "kept"
STATIC = KEPT / "static"  # a VAR_DIR with nothing but the collected files


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Wait until no other run makes the same."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def static_files() -> Path:
    """Collect the static files if one of them changed, and return their folder."""
    folder = STATIC / "static"
    with (
        one_at_a_time("static"),
        override_settings(VAR_DIR=STATIC, STATIC_ROOT=folder, WHITENOISE_AUTOREFRESH=True),
    ):
        STATIC.mkdir(mode=0o700, exist_ok=True)
        collect_static()
    return folder


def copy_static_files(var_dir: Path) -> None:
    """Give a site of its own the collected files; `prepare` collects them if there are none, or
    former ones."""
    with one_at_a_time("static"):
        if STATIC.exists():
            shutil.copytree(STATIC, var_dir, dirs_exist_ok=True)


def migrated_database() -> Path:
    """Migrate a SQLite database if a migration changed, and return its file."""
    file = KEPT / f"migrated-{_digest_of_migrations()}.sqlite3"
    with one_at_a_time("migrated"):
        if not file.exists():
            for former in KEPT.glob("migrated-*.sqlite3"):
                former.unlink()
            _migrate().rename(file)
    return file


def _digest_of_migrations() -> str:
    digest = sha256(django.get_version().encode())
    for folder in ("scoring", "games"):
        for path in sorted((ROOT / folder).glob("**/migrations/*.py")):
            digest.update(path.read_bytes())
    digest.update((ROOT / "requirements.txt").read_bytes())  # libraries have migrations as well
    return digest.hexdigest()[:16]


def _migrate() -> Path:
    var_dir = KEPT / "migrated"
    shutil.rmtree(var_dir, ignore_errors=True)
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",  # also for a run with a game of its own
        "VAR_DIR": str(var_dir),
        "DATABASE_URL": "",
    }
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
    file = var_dir / "scorefolio.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode = DELETE")  # a database in memory has no other file
    return file
