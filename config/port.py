"""Saying what holds the port of the site, and waiting where that is an earlier server."""

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

PATIENCE = 35  # seconds; a worker whose server was killed ends its downloads first
PAUSE = 0.2
LISTENING = "0A"
OURS = "gunicorn.conf.py"


def wait_for_port(host: str, port: int) -> None:
    """Return when nobody listens there; end this process where somebody else does.

    A worker whose server was killed ends by itself, and until then keeps the port."""
    deadline = time.monotonic() + PATIENCE
    waits = False
    while not _is_free(host, port):
        holder = _holder(port)
        if holder is None and _is_free(host, port):
            return  # it ended between the two looks
        if holder is None or not _is_left_over(holder) or time.monotonic() >= deadline:
            sys.exit(_sentence(port, holder))
        if not waits:
            sys.stderr.write(f"Waiting for port {port}: a killed server left process {holder}.\n")
        waits = True
        time.sleep(PAUSE)


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
            probe.listen()
        except OSError:
            return False
    return True


def _sentence(port: int, holder: int | None) -> str:
    elsewhere = f"or choose another port: make run PORT={port + 1}"
    if holder is None:
        return f"Port {port} is in use by another program: stop it, {elsewhere}"
    return f"Port {port} is in use by process {holder} ({_command(holder)}): stop it, {elsewhere}"


def _holder(port: int) -> int | None:
    """Return the process that listens at the port, as far as Linux says so."""
    inodes = {f"socket:[{inode}]" for inode in _listening_at(port)}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if any(str(file.readlink()) in inodes for file in (process / "fd").iterdir()):
                return int(process.name)
    return None


def _listening_at(port: int) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in Path("/proc/net", table).read_text().splitlines()[1:]:
                _number, local, _remote, state, *columns = line.split()
                if state == LISTENING and int(local.rpartition(":")[2], 16) == port:
                    yield columns[5]


def _is_left_over(process: int) -> bool:
    """Return whether it is a worker of this folder whose server is gone."""
    if OURS not in _command(process):
        return False
    with suppress(OSError):
        if Path(f"/proc/{process}/cwd").resolve() != Path.cwd():
            return False
        related = [_parent(process), *_children(process)]
        return not any(OURS in _command(other) for other in related)
    return True  # it has just ended


def _parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _command(process: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ").strip()
    return "which has just ended"
