"""Restore a backup into an empty place."""

import json
import os
import shutil
import tarfile
from pathlib import Path
from typing import Any

from django.conf import settings

from scoring.monitoring.health import known_migrations
from scoring.upkeep import database_copy
from scoring.upkeep.backup import (
    DATABASE,
    FORMAT,
    MANIFEST,
    BackupRefused,
    Manifest,
    private_folder,
    version,
)

ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def restore(path: Path) -> Manifest:
    """Fill the empty database, and store the secret key; raise BackupRefused or CopyFailed."""
    if not database_copy.is_empty():
        raise BackupRefused("The database is not empty: restore into a new one.")
    var_dir = Path(settings.VAR_DIR)
    var_dir.mkdir(parents=True, exist_ok=True)
    with private_folder(beside=var_dir / "restore") as folder:
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


def _store_secret_key(path: Path, key: str) -> None:
    """Replace the key that this start has made."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(key)
    draft.rename(path)
