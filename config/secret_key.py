"""The secret key of a site that was given none: made once, stored beside its database."""

import os
from contextlib import suppress
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def stored_secret_key(path: Path) -> str | None:
    """Return the stored key, made if there is none; None if the folder cannot be written."""
    with suppress(OSError):
        if not path.exists():
            _write_once(path, get_random_secret_key())
        return path.read_text()
    return None


def _write_once(path: Path, key: str) -> None:
    """Write the file whole: of processes that start at once, one wins and none reads half a key."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(key)
    with suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()
