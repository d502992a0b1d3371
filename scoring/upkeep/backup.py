"""Back up a running site to one file.

The file is a tar archive with a copy of the database and a manifest, which has the secret key: with
another one, everybody would be logged out and every link that was signed would be void."""

import json
import os
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal, cast

from django.conf import settings
from django.db import connection
from pydantic import Field

from scoring.folio.renditions import folio_storage, stored_folders
from scoring.models import Backup
from scoring.monitoring.health import known_migrations
from scoring.upkeep import database_copy

FORMAT = "scorefolio/backup@1"
MANIFEST, DATABASE = "manifest.json", "database"
PHOTOS = "photos/"


class BackupRefused(Exception):
    """The message says why, in one sentence."""


# Printed words of a manifest, which anyone may have written, have no signs that terminals obey.
Word = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[ -~]+$")]

Engine = Literal["sqlite", "postgresql"]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The description in a backup; `migrations` are those that its database has had."""

    format: Word
    version: Word
    engine: Engine
    created_at: Word
    secret_key: Word
    migrations: list[Word]


def back_up(path: Path, *, at: datetime) -> None:
    """Write a backup that only its owner can read; raise BackupRefused or CopyFailed.

    Whatever was answered before this began is in it."""
    if path.exists():
        raise BackupRefused(f"{path} exists already: choose another name.")
    if not path.absolute().parent.is_dir():
        raise BackupRefused(f"There is no folder {path.absolute().parent}.")
    with private_folder(beside=path) as folder:
        database_copy.dump(folder / DATABASE)
        manifest = Manifest(
            format=FORMAT,
            version=version(),
            engine=cast("Engine", database_copy.engine()),
            created_at=at.isoformat(),
            secret_key=settings.SECRET_KEY,
            migrations=sorted(known_migrations()),
        )
        (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1))
        with tarfile.open(folder / "archive", "w:gz") as archive:
            for name in (MANIFEST, DATABASE):
                archive.add(folder / name, name)
            _add_photos(archive)
        _flush(folder / "archive")
        (folder / "archive").rename(path)
    Backup.objects.create(created_at=at)


def _add_photos(archive: tarfile.TarFile) -> None:
    """Add the files of photos, after the database: what it names and is gone was deleted since."""
    for name in chain.from_iterable(stored_folders()):
        try:
            with folio_storage().open(name) as file:
                member = tarfile.TarInfo(PHOTOS + name)
                member.size = file.size
                archive.addfile(member, file)
        except FileNotFoundError:
            continue


def back_up_before_migrating(at: datetime) -> Path | None:
    """Keep a backup of a database that has tables; return its file."""
    if not connection.introspection.table_names():
        return None
    folder = settings.VAR_DIR / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"before-{version()}-{at:%Y%m%d-%H%M%S}.tar.gz"
    back_up(path, at=at)
    return path


def version() -> str:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    return str(project["project"]["version"])


@contextmanager
def private_folder(beside: Path) -> Iterator[Path]:
    """Yield a folder on the same disk that nobody else can read, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix=".scorefolio-", dir=beside.absolute().parent) as name:
        previous = os.umask(0o077)
        try:
            yield Path(name)
        finally:
            os.umask(previous)


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
