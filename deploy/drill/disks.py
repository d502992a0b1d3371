"""Small disks for the database servers, so that one can be filled without harm to the machine.

They are in memory (tmpfs), and only root can mount them."""

import os
import pwd
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.cluster.layout import DATABASES, Layout, service_user

SIZE = "512m"
FILLER = "filler"
BLOCK = 1024 * 1024


def can_mount() -> bool:
    return os.geteuid() == 0


def is_small(database: Path) -> bool:
    """Return whether a database server has a disk of its own that may be filled."""
    return _disk(database).is_mount()


def mount(layout: Layout) -> None:
    """Give each database server a disk of its own; its data go there."""
    owner = pwd.getpwnam(service_user())
    for name in DATABASES:
        disk = _disk(layout.folder_of(name))
        disk.mkdir(parents=True, exist_ok=True)
        options = f"size={SIZE},mode=0700,uid={owner.pw_uid},gid={owner.pw_gid}"
        command = ["/usr/bin/mount", "-t", "tmpfs", "-o", options, "scorefolio-drill", str(disk)]
        subprocess.run(command, check=True)


def unmount(folder: Path) -> None:
    """Unmount the disks of the drill in this folder, also those that a crash left."""
    for name in DATABASES:
        disk = _disk(folder / name)
        if disk.is_mount():
            subprocess.run(["/usr/bin/umount", "--lazy", str(disk)], check=True)


@contextmanager
def filled(database: Path) -> Iterator[None]:
    """Fill the disk of a database server to its last byte."""
    filler = _disk(database) / FILLER
    try:
        with filler.open("wb", buffering=0) as file:
            _write_until_full(file.fileno(), bytes(BLOCK))
            _write_until_full(file.fileno(), bytes(512))
        yield
    finally:
        filler.unlink(missing_ok=True)


def _write_until_full(file: int, block: bytes) -> None:
    try:
        while os.write(file, block):
            pass
    except OSError:
        return


def _disk(database: Path) -> Path:
    return database / "disk"
