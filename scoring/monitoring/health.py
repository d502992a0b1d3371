"""Check whether this process can serve: its database, migrations, static files, disk and caches."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

OK, FAILED, PENDING, MISSING, FULL, DOWN = "ok", "failed", "pending", "missing", "full", "down"
MANIFEST = "staticfiles.json"
MIN_FREE_BYTES = 100 * 1024**2


@dataclass(frozen=True, slots=True)
class Readiness:
    """One word for each thing that the site needs."""

    database: str
    migrations: str
    static: str
    disk: str
    cache: str

    @property
    def is_ready(self) -> bool:
        """Return whether requests can be answered; without its cache the site goes on."""
        return {self.database, self.migrations, self.static, self.disk} == {OK}


def readiness() -> Readiness:
    database = _word(_database, DatabaseError)
    return Readiness(
        database=database,
        migrations=_word(_migrations, DatabaseError) if database == OK else FAILED,
        static=_static(),
        disk=_word(_disk, OSError),
        cache=_word(cache_state, DatabaseError),
    )


def _word(check: Callable[[], str], error: type[Exception]) -> str:
    try:
        return check()
    except error:
        return FAILED


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def _migrations() -> str:
    return PENDING if unapplied_migrations() else OK


def unapplied_migrations() -> list[str]:
    """Return migrations of this code that the database has not had, as `app.name`.

    Those that it has had and this code does not know are of a later release, which is being
    deployed while this one serves."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(known_migrations() - {f"{app}.{name}" for app, name in applied})


def newer_migrations() -> list[str]:
    """Return what a later release did to this database, as `app.name`."""
    ours = {config.label for config in apps.get_app_configs()}
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(
        f"{app}.{name}"
        for app, name in applied
        if app in ours and f"{app}.{name}" not in known_migrations()
    )


@cache
def known_migrations() -> frozenset[str]:
    """Return the migrations of this code, as `app.name`."""
    return frozenset(f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations)


def _static() -> str:
    """Look for the list of static files that `prepare` writes; pages cannot do without it."""
    is_collected = (Path(settings.STATIC_ROOT) / MANIFEST).exists()
    return OK if is_collected or settings.DEBUG else MISSING


def _disk() -> str:
    return OK if free_bytes() >= MIN_FREE_BYTES else FULL


def free_bytes() -> int:
    """Return the free space where data are kept; VAR_DIR may not have been made yet."""
    folder = Path(settings.VAR_DIR).absolute()
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def cache_state() -> str:
    """Ask both caches; a server that does not answer costs at most one short wait."""
    for name in settings.CACHES:
        shared = caches[name]
        shared.get("health")
        if getattr(shared, "is_down", False):
            return DOWN
    return OK
