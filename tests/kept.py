"""What takes long to make and seldom changes: made once, and kept beside pytest's cache."""

import fcntl
import shutil
import sqlite3
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


def migrated_file() -> Path:
    """Return the place of a SQLite database that the migrations made as they are now."""
    digest = sha256(django.get_version().encode())
    for folder in ("scoring", "games"):
        for path in sorted((ROOT / folder).glob("**/migrations/*.py")):
            digest.update(path.read_bytes())
    digest.update((ROOT / "requirements.txt").read_bytes())  # others have migrations as well
    return KEPT / f"migrated-{digest.hexdigest()[:16]}.sqlite3"


def keep_migrated(connection: sqlite3.Connection) -> None:
    """Keep this database, and forget those of migrations as they were."""
    for former in KEPT.glob("migrated-*.sqlite3"):
        former.unlink()
    unfinished = KEPT / "migrated.unfinished"
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(unfinished)) as file:
        connection.backup(file)
    unfinished.rename(migrated_file())
