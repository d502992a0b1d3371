"""Time a start without changes: `prepare`, then gunicorn until it has answered.

The quickest of three, in seconds and in seconds of processor time, which other programs on the
machine hardly change."""

import os
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

from tests.serving import ROOT, free_port

TRIES = 3
LOOK_EVERY = 0.02  # seconds
MOST = 2.6  # times the processor time of loading the site, on the same machine


@dataclass(frozen=True)
class Start:
    """The times of `prepare`, and then of the server until it had answered."""

    seconds: tuple[float, float]
    processor: tuple[float, float]


def start(environment: dict[str, str]) -> Start:
    """Start the site as `make run` does, but for its worker, and stop it when it has answered."""
    began = monotonic()
    used = _run(environment, "prepare", "--verbosity", "0")
    prepared, port = monotonic(), str(free_port())
    at_port = {**environment, "HOST": "127.0.0.1", "PORT": port}
    server = _python(at_port, "-m", "gunicorn", "--config", "config/gunicorn.conf.py")
    try:
        _wait_until_it_answers(f"http://127.0.0.1:{port}/health/live", server)
        answered, server_used = monotonic(), _processor_time(server.pid)
    finally:
        server.terminate()
        server.wait()
    return Start((prepared - began, answered - prepared), (used, server_used))


def loading(environment: dict[str, str]) -> float:
    """Return the processor time of a command that does nothing but load the site."""
    return min(_run(environment, "shell", "-v0", "-c", "pass") for _ in range(TRIES))


def _run(environment: dict[str, str], *command: str) -> float:
    """Run a command of manage.py and return its processor time."""
    process = _python(environment, "manage.py", *command)
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = status  # else its own wait would look for a process that is gone
    if status:
        raise RuntimeError(f"{command[0]} failed")
    return used.ru_utime + used.ru_stime


def _processor_time(process: int) -> float:
    """Return the seconds of only this process, which loads the site before it forks."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _python(environment: dict[str, str], *arguments: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)


def _wait_until_it_answers(address: str, server: "subprocess.Popen[bytes]") -> None:
    while server.poll() is None:
        try:
            with closing(urlopen(address)):  # noqa: S310 (our own address)
                return
        except URLError:
            sleep(LOOK_EVERY)
    raise RuntimeError("the server ended")


def quickest(environment: dict[str, str]) -> Start:
    starts = [start(environment) for _ in range(TRIES)]
    return Start(
        min((each.seconds for each in starts), key=sum),
        min((each.processor for each in starts), key=sum),
    )
