"""A real Redis of this machine, for a while."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

import pytest

PATIENCE = 10  # seconds
REDIS = shutil.which("redis-server") or shutil.which("valkey-server")
# With CI=true they fail without one.
needs_redis = pytest.mark.skipif(
    REDIS is None and os.environ.get("CI") != "true",
    reason="NO REDIS: on Debian and Ubuntu: apt-get install redis-server",
)


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def own_redis(port: int, *configuration: str) -> Iterator[None]:
    """Serve an empty one that keeps nothing; killed at the end, as by a power failure.

    `configuration`: the path of a file, which the options here go before."""
    command = [REDIS or "redis-server", *configuration]
    command += ["--port", str(port), "--bind", "127.0.0.1"]
    command += ["--save", "", "--appendonly", "no"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield
    finally:
        server.kill()
        server.wait()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise TimeoutError(f"No Redis answers at port {port}.")
