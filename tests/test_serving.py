"""The site as `make run` serves it: gunicorn, whitenoise, production settings."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.serving import ROOT, free_port, prepared_environment, running
from tools.load.slow_clients import half_headers

PATIENCE = 60  # seconds
STOPPED = 4  # seconds; a connection that nothing comes on is kept for 5


def get(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    try:
        with urlopen(Request(address, headers=headers)) as response:  # noqa: S310 (our own address)
            return response.status, dict(response.headers), response.read()
    except HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read()


def test_it_serves_the_home_page(served: str) -> None:
    status, headers, body = get(served)
    assert status == 200
    assert b"Scorefolio" in body
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_it_serves_static_files_compressed_and_cacheable_for_ever(served: str) -> None:
    page = get(served)[2].decode()
    style = re.search(r'href="(/static/[^"]+\.css)"', page)
    assert style
    address = served + style[1]
    _, headers, body = get(address, **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert "immutable" in headers["Cache-Control"]
    assert len(body) < 10_000


def test_it_stops_although_a_browser_stays_connected(tmp_path: Path) -> None:
    """gunicorn would wait for it, for 5 to 30 seconds."""
    with ExitStack() as site:
        address = site.enter_context(running(prepared_environment(tmp_path), "config.settings"))
        with closing(HTTPConnection(urlsplit(address).netloc)) as browser:
            browser.request("GET", "/health/live")
            assert browser.getresponse().read()
            start = time.monotonic()
            site.close()
            assert time.monotonic() - start < STOPPED


def test_it_ends_a_connection_after_twenty_requests_and_says_so(served: str) -> None:
    """A connection stays with its worker, so the next one may go to another that has less to do."""
    with closing(HTTPConnection(urlsplit(served).netloc)) as browser:
        said = []
        for _ in range(20):
            browser.request("GET", "/robots.txt")
            answer = browser.getresponse()
            assert answer.read()
            said.append(answer.getheader("Connection"))
    assert said == ["keep-alive"] * 19 + ["close"]


def test_it_shows_no_debug_page(served: str) -> None:
    status, _, body = get(f"{served}/nothing-here")
    assert status == 404
    assert b"urlconf" not in body.lower()


def test_the_admin_asks_who_is_there(served: str) -> None:
    status, _, body = get(f"{served}/admin/")
    assert status == 200
    assert b'name="password"' in body


@pytest.mark.parametrize("path", ["/admin/canvas/scoringcard/", "/admin/canvas/artcard/"])
def test_the_admin_shows_strangers_nothing(served: str, path: str) -> None:
    _, _, body = get(served + path)
    assert b'name="password"' in body
    assert b"Composition" not in body


# The port


@contextmanager
def serving(port: int, var_dir: Path, **settings: str) -> "Iterator[subprocess.Popen[bytes]]":
    """A server that writes to `log` in its folder, and is stopped in the end."""
    (var_dir / "static").mkdir(exist_ok=True)
    environment = {**os.environ, "VAR_DIR": str(var_dir), "PORT": str(port), **settings}
    command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.conf.py"]
    with (var_dir / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=log)
        try:
            yield server
        finally:
            server.terminate()
            server.wait()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_alive(port: int) -> bool:
    try:
        urlopen(f"http://127.0.0.1:{port}/health/live", timeout=2).close()
    except OSError:
        return False
    return True


def test_it_says_that_its_port_is_in_use(served: str, tmp_path: Path) -> None:
    port = urlsplit(served).port
    assert port
    with serving(port, tmp_path) as second:
        assert second.wait(PATIENCE) == 1
    assert f"Connection in use: ('127.0.0.1', {port})" in (tmp_path / "log").read_text()


def test_it_waits_for_a_worker_that_a_killed_server_left(tmp_path: Path) -> None:
    port = free_port()
    log = tmp_path / "log"
    with serving(port, tmp_path, CLIENT_TIMEOUT="8", WEB_CONCURRENCY="1") as first:
        wait_until(lambda: is_alive(port))
        with closing(half_headers(f"http://127.0.0.1:{port}")):  # which the worker waits for
            wait_until(lambda: is_alive(port))
            first.kill()
            with serving(port, tmp_path):
                wait_until(lambda: "Booting worker" in log.read_text())
                wait_until(lambda: is_alive(port))
