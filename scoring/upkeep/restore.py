"""Restore a backup into an empty place."""

import os
import re
import shutil
import tarfile
import zlib
from pathlib import Path

from django.conf import settings
from django.core.files import File
from pydantic import TypeAdapter, ValidationError

from scoring.core.limits import BYTES_OF_A_PHOTO
from scoring.folio.renditions import folio_storage
from scoring.monitoring.health import known_migrations
from scoring.upkeep import database_copy
from scoring.upkeep.backup import (
    DATABASE,
    FORMAT,
    MANIFEST,
    PHOTOS,
    BackupRefused,
    Manifest,
    private_folder,
    version,
)

MOST_BYTES_OF_A_MANIFEST = 1024**2
LONGEST_NAME = 60  # letters of the name of a file that is quoted
PHOTO = re.compile(r"photos/(incoming|[0-9a-f]{2})/[0-9A-Za-z_-]{1,60}(\.webp)?")
FILES = {tarfile.REGTYPE, tarfile.AREGTYPE}
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
        _store_photos(folder)
    if not settings.SECRET_KEY_IS_GIVEN:
        _store_secret_key(var_dir / "secret_key", manifest.secret_key)
    return manifest


def has_other_key(manifest: Manifest) -> bool:
    """Return whether a key that is set keeps what the backup's key signed from being accepted."""
    accepted = {settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS}
    return settings.SECRET_KEY_IS_GIVEN and manifest.secret_key not in accepted


def _unpack(path: Path, folder: Path) -> Manifest:
    """Write the database of a backup into the folder, and return its manifest."""
    try:
        with tarfile.open(path, "r:gz") as archive:
            _extract(archive, path, folder)
        manifest = TypeAdapter(Manifest).validate_json((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        raise BackupRefused(f"There is no file {path}.") from None
    except (ValidationError, RecursionError):
        raise BackupRefused(f"{path} is not a backup: its manifest cannot be read.") from None
    except (tarfile.TarError, zlib.error, EOFError, ValueError, OSError) as error:
        raise BackupRefused(f"{path} is not a whole backup: {error}") from None
    if manifest.format != FORMAT:
        raise BackupRefused(f"{path} is a backup of a format that this version does not know.")
    return manifest


def _extract(archive: tarfile.TarFile, path: Path, folder: Path) -> None:
    """Write manifest and database, each of which has to be there once, as a file; then photos."""
    missing = [MANIFEST, DATABASE]
    for member in archive:
        if not missing and PHOTO.fullmatch(member.name) and member.type in FILES:
            _extract_photo(archive, member, folder)
            continue
        if member.name not in missing or member.type not in FILES or member.issparse():
            name = ascii(member.name[:LONGEST_NAME])
            raise BackupRefused(
                f"{path} is not a backup: {name} is none of its files, or twice in it."
            )
        most = MOST_BYTES_OF_A_MANIFEST if member.name == MANIFEST else _free_bytes(folder)
        if member.size > most:
            raise BackupRefused(f"{path} cannot be restored: its {member.name} is too large.")
        missing.remove(member.name)
        content = archive.extractfile(member)
        if content is not None:
            with content, (folder / member.name).open("wb") as file:
                shutil.copyfileobj(content, file)
    if missing:
        raise BackupRefused(f"{path} is not a whole backup: it has no {missing[0]}.")


def _extract_photo(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    content = archive.extractfile(member)
    if content is not None and member.size <= min(BYTES_OF_A_PHOTO, _free_bytes(folder)):
        to = folder / member.name
        to.parent.mkdir(parents=True, exist_ok=True)
        with content, to.open("wb") as file:
            shutil.copyfileobj(content, file)


def _store_photos(folder: Path) -> None:
    for path in sorted((folder / PHOTOS).glob("*/*")):
        name = f"{path.parent.name}/{path.name}"
        folio_storage().delete(name)  # of an earlier attempt
        with path.open("rb") as file:
            folio_storage().save(name, File(file))


def _free_bytes(folder: Path) -> int:
    """Return how large a database may be: it is on the disk twice for a while."""
    return shutil.disk_usage(folder).free // 2


def _store_secret_key(path: Path, key: str) -> None:
    """Replace the key that this start has made."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(key)
    draft.rename(path)
