"""Back up a running site to one file, and restore it into an empty place.

The file is a tar archive with a copy of the database and a manifest, which has the secret key: with
another one, everybody would be logged out and every link that was signed would be void."""

import json
import os
import shutil
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings

from scoring.models import Backup
from scoring.monitoring.health import known_migrations
from scoring.upkeep import database_copy

FORMAT = "scorefolio/backup@1"
MANIFEST, DATABASE = "manifest.json", "database"
ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class BackupRefused(Exception):
    """The message says why, in one sentence."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says about itself; `migrations` are those that its database has had."""

    format: str
    version: str
    engine: str
    created_at: str
    secret_key: str
    migrations: list[str]


def back_up(path: Path, *, at: datetime) -> None:
    """Write a backup that only its owner can read; raise BackupRefused or CopyFailed.

    Whatever was answered before this began is in it."""
    if path.exists():
        raise BackupRefused(f"{path} exists already: choose another name.")
    if not path.absolute().parent.is_dir():
        raise BackupRefused(f"There is no folder {path.absolute().parent}.")
    with _private_folder(beside=path) as folder:
        database_copy.dump(folder / DATABASE)
        manifest = Manifest(
            format=FORMAT,
            version=version(),
            engine=database_copy.engine(),
            created_at=at.isoformat(),
            secret_key=settings.SECRET_KEY,
            migrations=sorted(known_migrations()),
        )
        (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1))
        with tarfile.open(folder / "archive", "w:gz") as archive:
            for name in (MANIFEST, DATABASE):
                archive.add(folder / name, name)
        _flush(folder / "archive")
        (folder / "archive").rename(path)
    Backup.objects.create(created_at=at)


def restore(path: Path) -> Manifest:
    """Fill the empty database, and store the secret key; raise BackupRefused or CopyFailed."""
    if not database_copy.is_empty():
        raise BackupRefused("The database is not empty: restore into a new one.")
    var_dir = Path(settings.VAR_DIR)
    var_dir.mkdir(parents=True, exist_ok=True)
    with _private_folder(beside=var_dir / "restore") as folder:
        manifest = _unpack(path, folder)
        if manifest.engine != database_copy.engine():
            theirs, ours = ENGINES[manifest.engine], ENGINES[database_copy.engine()]
            raise BackupRefused(
                f"This is a backup of {theirs}, and the database is {ours}: restore it into"
                f" {theirs}, then move its groups with export_sessions and import_sessions."
            )
        if set(manifest.migrations) - known_migrations():
            raise BackupRefused(
                f"This is a backup of version {manifest.version}, which is newer than this one,"
                f" {version()}: install that version, then restore."
            )
        database_copy.load(folder / DATABASE)
    if not settings.SECRET_KEY_IS_GIVEN:
        _store_secret_key(var_dir / "secret_key", manifest.secret_key)
    return manifest


def has_other_key(manifest: Manifest) -> bool:
    """Return whether a key that is set keeps what the backup's key signed from being accepted."""
    accepted = {settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS}
    return settings.SECRET_KEY_IS_GIVEN and manifest.secret_key not in accepted


def version() -> str:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    return str(project["project"]["version"])


def _unpack(path: Path, folder: Path) -> Manifest:
    try:
        with tarfile.open(path) as archive:
            for name in (MANIFEST, DATABASE):
                _extract(archive, name, folder / name)
        values: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
        if values["format"] != FORMAT:
            raise BackupRefused(f"{path} is a backup of a format that this version does not know.")
        return Manifest(**values)
    except FileNotFoundError:
        raise BackupRefused(f"There is no file {path}.") from None
    except (tarfile.TarError, EOFError, KeyError, TypeError, ValueError, OSError) as error:
        raise BackupRefused(f"{path} is not a whole backup: {error}") from None


def _extract(archive: tarfile.TarFile, name: str, path: Path) -> None:
    member = archive.extractfile(name)
    if member is None:
        raise KeyError(name)
    with member, path.open("wb") as file:
        shutil.copyfileobj(member, file)


@contextmanager
def _private_folder(beside: Path) -> Iterator[Path]:
    """Yield a folder on the same disk that nobody else can read, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix=".scorefolio-", dir=beside.absolute().parent) as name:
        previous = os.umask(0o077)
        try:
            yield Path(name)
        finally:
            os.umask(previous)


def _store_secret_key(path: Path, key: str) -> None:
    """Replace the key that this start has made."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(key)
    draft.rename(path)


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
