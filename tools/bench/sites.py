"""The site on a database of some size, as `make run` serves it, and the bare views beside it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import sleep
from typing import Any

from tests.serving import ROOT, prepared_environment, running
from tools.bench.browser import Browser

LOOK_EVERY = 0.1  # seconds
WORK = (sys.executable, "manage.py", "work")


@dataclass
class Site:
    """A served site with its scene (see tools.bench.scene)."""

    database: str
    sessions: int
    scene: Mapping[str, Any]
    environment: Mapping[str, str]
    address: str
    bare: str  # the bare views, REF among them, which are served as the site is
    servers: Path  # a file with the process id of the site's server
    versions: dict[str, int] = field(default_factory=dict)  # of the tables, as last shown

    def signed_in(self, who: str) -> Browser:
        return Browser(self.address, {"sessionid": self.scene["people"][who]})

    def at_table(self, browser: str) -> Browser:
        """Return the phone with this cookie."""
        return Browser(self.address, {self.scene["cookie"]: browser})

    def megabytes(self) -> float:
        """Return the most memory that one of the server's processes ever held."""
        return max(map(_peak_megabytes, self._workers()))

    def processor_seconds(self) -> list[float]:
        """Return how much of the processor each of the server's processes has used."""
        return list(map(_processor_seconds, self._workers()))

    def _workers(self) -> list[str]:
        server = self.servers.read_text().strip()
        return Path(f"/proc/{server}/task/{server}/children").read_text().split()


def _peak_megabytes(process: str) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _processor_seconds(process: str) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def fill(folder: Path, database: str, url: str, sizes: tuple[int, int, int]) -> dict[str, Any]:
    """Make a database with so many sessions, tables that end with a turn, and watchers."""
    environment = prepared_environment(folder / f"{database}_{sizes[0]}", url)
    environment["LOG_LEVEL"] = "WARNING"
    command = [sys.executable, "-m", "tools.bench.scene", *map(str, sizes)]
    made = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return {"environment": environment, "scene": json.loads(made.stdout)}


@contextmanager
def served(database: str, sessions: int, filled: Mapping[str, Any]) -> Iterator[Site]:
    environment = filled["environment"]
    servers = Path(environment["VAR_DIR"]) / "gunicorn.pid"
    with ExitStack() as stack:
        address = stack.enter_context(
            running(environment, "config.settings", "--pid", str(servers))
        )
        bare = stack.enter_context(running(environment, "tools.bench.bare_settings"))
        stack.enter_context(_worker(environment))
        yield Site(database, sessions, filled["scene"], environment, address, bare, servers)


@contextmanager
def _worker(environment: Mapping[str, str]) -> Iterator[None]:
    """Let a worker run beside the site, as `make run` does."""
    worker = subprocess.Popen(WORK, cwd=ROOT, env={**environment})
    try:
        yield
    finally:
        worker.terminate()
        worker.wait()


def wait_for_job(browser: Browser, page: str) -> None:
    """Look at the page of a job until it is done, as its owner's browser does."""
    while "hx-get" in browser.get(page, htmx=True).text:
        sleep(LOOK_EVERY)
