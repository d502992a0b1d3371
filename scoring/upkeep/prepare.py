"""Prepare a site for serving, so that it works at any moment, also after it was killed."""

import fcntl
import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection
from django.db.models import Model
from django.utils.translation import gettext as _

from scoring.monitoring.health import unapplied_migrations

PAUSE = 0.5  # seconds between two tries
LOCK = 0x5C0_4E  # a number that nothing else takes for its lock in this database

Say = Callable[[str], object]


class DatabaseIsAway(Exception):
    """The message says what the database answered, if anything."""


def wait_for_database(say: Say, seconds: float) -> None:
    """Connect to the database, which may start at the same time as we do."""
    deadline = time.monotonic() + seconds
    waits = False
    while True:
        try:
            connection.ensure_connection()
        except OperationalError as error:
            answer = " ".join(str(error).split())
            # A file does not come by itself.
            if connection.vendor == "sqlite" or time.monotonic() >= deadline:
                raise DatabaseIsAway(answer) from None
            if not waits:
                values = {"seconds": round(seconds), "answer": answer}
                say(_("Waiting up to %(seconds)d seconds for the database: %(answer)s") % values)
            waits = True
            time.sleep(PAUSE)
        else:
            return


def is_of_another_version() -> bool:
    """Return whether a table of the database lacks a column, or the migration that makes it.

    Until 1.0.0 migrations are changed in place."""
    tables = set(connection.introspection.table_names())
    unapplied = {name.partition(".")[0] for name in unapplied_migrations() if "0001_" in name}
    stored = [model for model in apps.get_models() if model._meta.db_table in tables]
    return any(model._meta.app_label in unapplied for model in stored) or not _can_read(stored)


def _can_read(models: Iterable[type[Model]]) -> bool:
    try:
        for model in models:
            model._base_manager.first()
    except DatabaseError:
        return False
    return True


@contextmanager
def one_at_a_time(say: Say) -> Iterator[None]:
    """Wait until nobody else prepares this folder or this database."""
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR_DIR / "prepare.lock").open("w") as file:
        _wait_for(lambda: _lock_file(file), say)
        if connection.vendor != "postgresql":
            yield
            return
        # In a transaction of its own, which also keeps the connection behind PgBouncer.
        with closing(connection.copy()) as other:
            other.set_autocommit(False)
            with other.cursor() as cursor:

                def lock_database() -> bool:
                    cursor.callproc("pg_try_advisory_xact_lock", [LOCK])
                    return bool(cursor.fetchone()[0])

                _wait_for(lock_database, say)
                yield


def _lock_file(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _wait_for(lock: Callable[[], bool], say: Say) -> None:
    waits = False
    while not lock():
        if not waits:
            say(_("Another “prepare” is running; waiting for it."))
        waits = True
        time.sleep(PAUSE)


# Static files


def collect_static() -> None:
    """Collect the static files, unless they are those of the last time, or of the image."""
    if settings.STATIC_ARE_BUILT:
        return
    stamp = settings.VAR_DIR / "static.stamp"
    wanted = _fingerprint()
    if stamp.is_file() and stamp.read_text() == wanted and _is_complete():
        return
    stamp.unlink(missing_ok=True)
    if not _is_complete():
        _manifest().unlink(missing_ok=True)  # half a one could not be read, by anything
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(wanted)


def _manifest() -> Path:
    root: Path = settings.STATIC_ROOT
    return root / "staticfiles.json"


def _is_complete() -> bool:
    """Return whether the list of collected files can be read, and all of them are there."""
    try:
        names = json.loads(_manifest().read_text())["paths"].values()
    except (OSError, ValueError, KeyError):
        return False
    return all((settings.STATIC_ROOT / name).is_file() for name in names)


def _fingerprint() -> str:
    """Return another text whenever a static file, or how they are stored, changed."""
    digest = sha256(repr(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
