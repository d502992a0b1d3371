"""The secret key of a site that was given none: made once, kept beside its database."""

import os
from contextlib import suppress
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def kept_secret_key(path: Path) -> str | None:
    """None where there is no place to keep one."""
    with suppress(OSError):
        if not path.exists():
            _write_once(path, get_random_secret_key())
        return path.read_text()
    return None


def _write_once(path: Path, key: str) -> None:
    """Of several processes that start at once, one writes, and no other reads half a key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(key)
    with suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()
