"""Folders that nobody but the account of the site can open."""

import stat
from contextlib import suppress
from pathlib import Path

FOR_OTHERS = stat.S_IRWXO | stat.S_IWGRP


def make_private(folder: Path) -> Path:
    """Make the folder if it is missing; take from an existing one what others may do there.

    A group may still read it. If the rights cannot be changed, its maker is trusted."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = stat.S_IMODE(folder.stat().st_mode)
        is_shared = mode & stat.S_ISVTX  # such as /tmp
        if mode & FOR_OTHERS and not is_shared:
            folder.chmod(mode & ~FOR_OTHERS)
    return folder
