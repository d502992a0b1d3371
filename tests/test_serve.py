"""The processes of a site that `config.serve` starts, restarts and ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.serving import ROOT, free_port, prepared_environment

PATIENCE = 60  # seconds
WORKER, SERVER = b"manage.py\0work", b"gunicorn\0"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {**prepared_environment(tmp_path_factory.mktemp("served")), "PORT": str(free_port())}


@contextmanager
def serving(environment: dict[str, str], *words: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "config.serve", *words]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE)


def processes(session: int, running: bytes = b"") -> list[int]:
    """Return the processes of a session whose command line has those words, oldest first."""
    pids = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdecimal()]
    return sorted(pid for pid in pids if _is_alive_in(session, pid, running))


def _is_alive_in(session: int, pid: int, running: bytes) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # it ended since it was listed
        return False
    state, _parent, _group, of = status.rpartition(")")[2].split()[:4]
    return int(of) == session and state != "Z" and running in words


def wait_until(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def answers(environment: dict[str, str]) -> bool:
    try:
        urlopen(f"http://127.0.0.1:{environment['PORT']}/health/ready").close()
    except (URLError, OSError):
        return False
    return True


def test_worker_and_server_are_started_again_when_they_are_killed(
    environment: dict[str, str],
) -> None:
    with serving(environment, "all") as site:
        wait_until(lambda: answers(environment))
        (worker,) = processes(site.pid, WORKER)
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: processes(site.pid, WORKER) not in ([], [worker]))
        server, *its_workers = processes(site.pid, SERVER)
        os.kill(server, signal.SIGKILL)
        wait_until(lambda: not {server, *its_workers} & set(processes(site.pid, SERVER)))
        wait_until(lambda: answers(environment))
    assert site.returncode == 0
    assert not processes(site.pid)


@pytest.mark.parametrize("role", ["work", "web"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_all_processes_end_with_the_first(
    environment: dict[str, str], role: str, number: signal.Signals
) -> None:
    with serving(environment, role) as site:
        wait_until(lambda: processes(site.pid, WORKER if role == "work" else SERVER))
        site.send_signal(number)
        wait_until(lambda: not processes(site.pid))


def test_a_server_that_cannot_start_ends_all(environment: dict[str, str]) -> None:
    with serving({**environment, "SIGN_UP": "sometimes"}, "all") as site:
        assert site.wait(PATIENCE) == 1
    assert not processes(site.pid)


def test_other_words_are_a_command(environment: dict[str, str]) -> None:
    with serving(environment, sys.executable, "-c", "print(6 * 7)") as command:
        assert command.stdout is not None
        assert command.stdout.read() == "42\n"
