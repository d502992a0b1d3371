"""The site on a database of some size, as `make run` serves it, and the bare views beside it."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import clock_gettime, sleep
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
    server: Path  # a file with the process id of the site's server
    bare_server: Path
    worker: int  # its process id
    versions: dict[str, int] = field(default_factory=dict)  # of the tables, as last shown

    def signed_in(self, who: str) -> Browser:
        return Browser(self.address, {"sessionid": self.scene["people"][who]})

    def at_table(self, browser: str) -> Browser:
        """Return the phone with this cookie."""
        return Browser(self.address, {self.scene["cookie"]: browser})

    def megabytes(self) -> float:
        """Return the most memory that one of the server's processes ever held."""
        return max(map(_peak_megabytes, _children(self.server)))

    def used(self) -> list[float]:
        """Return the processor seconds of each process of the server."""
        return list(map(_processor_seconds, _children(self.server)))

    def used_by(self, address: str) -> float:
        """Return the processor seconds of the site with its worker, or of the bare views."""
        if address == self.bare:
            return sum(map(_processor_seconds, _children(self.bare_server)))
        return sum([*self.used(), _processor_seconds(self.worker)])


def _peak_megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _processor_seconds(process: int) -> float:
    """Read the clock of another process, which Linux names as clock_getcpuclockid() does."""
    return clock_gettime((~process << 3) | 2)


def _children(server: Path) -> list[int]:
    process = server.read_text().strip()
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


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
    server, bare_server = (Path(environment["VAR_DIR"]) / f"{of}.pid" for of in ("site", "bare"))
    with ExitStack() as stack:
        address = stack.enter_context(running(environment, "config.settings", "--pid", str(server)))
        bare = stack.enter_context(
            running(environment, "tools.bench.bare_settings", "--pid", str(bare_server))
        )
        worker = stack.enter_context(working(environment))
        scene = filled["scene"]
        yield Site(
            database, sessions, scene, environment, address, bare, server, bare_server, worker
        )


@contextmanager
def working(environment: Mapping[str, str]) -> Iterator[int]:
    """Let a worker run beside the site, as `make run` does."""
    worker = subprocess.Popen(WORK, cwd=ROOT, env={**environment})
    try:
        yield worker.pid
    finally:
        worker.terminate()
        worker.wait()


def wait_for_job(browser: Browser, page: str) -> None:
    """Look at the page of a job until it is done, as its owner's browser does."""
    while "hx-get" in browser.get(page, htmx=True).text:
        sleep(LOOK_EVERY)
