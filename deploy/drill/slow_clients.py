"""Polls while two hundred clients hang, with nginx in front of the default server.

The clients send nothing, half a header, or half a form, from many addresses."""

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.template import Context, Engine

from deploy.cluster.layout import HOST, ROOT, Layout, free_ports
from deploy.cluster.lifecycle import answers, wait_until
from deploy.cluster.packages import find_program
from deploy.drill.browser import Browser, Unanswered
from deploy.drill.phones import NEW, NEW_TABLE
from deploy.drill.report import Missed

CLIENTS = 200
POLLS = 200
BETWEEN_POLLS = 0.02  # seconds
MOST_SECONDS = 0.25  # for 95 of 100 polls
TEMPLATES = Path(__file__).parent / "templates"
HALF_REQUESTS = (
    b"",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /new/artem/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nname=A",
)


def poll_beside_slow_clients(layout: Layout) -> str:
    """Serve the site as `make run` does, behind nginx, and measure polls beside slow clients."""
    folder = Path(tempfile.mkdtemp(prefix="default-server-", dir=layout.folder))
    static = layout.folder_of("web-1") / "static"
    with default_server(folder, static) as port, nginx(folder, port) as site, slow_clients(site):
        browser = Browser(site, "127.0.4.1")
        table = open_table(browser)
        seconds = sorted(_poll(browser, table) for _ in range(POLLS))
    slowest = statistics.quantiles(seconds, n=20)[-1]
    sentence = f"95 of 100 polls took up to {slowest * 1000:.0f} ms"
    if slowest > MOST_SECONDS:
        raise Missed(sentence)
    return sentence


def open_table(browser: Browser) -> str:
    """Open a table and return its path."""
    browser.get(NEW)
    answer = browser.post(NEW, NEW_TABLE)
    return f"/table/{answer.location.split('/')[2]}/"


def _poll(browser: Browser, table: str) -> float:
    time.sleep(BETWEEN_POLLS)
    began = time.perf_counter()
    try:
        status = browser.get(f"{table}live?seen=1").status
        if status not in {200, 204}:
            raise Missed(f"a poll was answered with {status}")
    except Unanswered as error:
        raise Missed(f"a poll failed: {error}") from error
    return time.perf_counter() - began


@contextmanager
def default_server(folder: Path, static: Path) -> Iterator[int]:
    """Serve on SQLite with the settings that nobody has changed; `static`: of another node, whose
    static files are the same and need not be compressed again."""
    shutil.copytree(static, folder / "var" / "static")
    (port,) = free_ports(("site",)).values()
    environment = {
        "PATH": os.environ["PATH"],
        "PORT": str(port),
        "VAR_DIR": str(folder / "var"),
    }
    prepare = [sys.executable, "manage.py", "prepare", "--verbosity", "0"]
    subprocess.run(prepare, cwd=ROOT, env=environment, check=True)
    serve = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.conf.py"]
    with running(serve, f"http://{HOST}:{port}/health/ready", environment):
        yield port


@contextmanager
def nginx(folder: Path, site_port: int) -> Iterator[str]:
    """Run nginx with the files of deploy/nginx/, and return its address."""
    (port,) = free_ports(("proxy",)).values()
    values = {
        "files": ROOT / "deploy" / "nginx",
        "folder": folder,
        "host": HOST,
        "port": port,
        "site_port": site_port,
    }
    template = Engine(dirs=[str(TEMPLATES)]).get_template("nginx.conf")
    configuration = folder / "nginx.conf"
    configuration.write_text(template.render(Context(values, autoescape=False, use_l10n=False)))
    command = [find_program(["nginx"]) or "nginx", "-p", str(folder), "-c", str(configuration)]
    with running(command, f"http://{HOST}:{port}/health/ready"):
        yield f"http://{HOST}:{port}"


@contextmanager
def running(
    command: list[str], address: str, environment: dict[str, str] | None = None
) -> Iterator[None]:
    """Run a server during the block; it has started when the address answers."""
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        if not wait_until(lambda: answers(address), seconds=30):
            raise Missed(f"{Path(command[0]).name} does not answer")
        yield
    finally:
        server.terminate()
        server.wait(30)


@contextmanager
def slow_clients(site: str) -> Iterator[None]:
    """Keep connections open that never finish what they ask."""
    address = urlsplit(site)
    with ExitStack() as connections:
        for number in range(CLIENTS):
            source = (f"127.0.5.{1 + number % 20}", 0)
            connection = connections.enter_context(
                socket.create_connection((address.hostname, address.port), source_address=source)
            )
            connection.sendall(HALF_REQUESTS[number % len(HALF_REQUESTS)])
        yield
