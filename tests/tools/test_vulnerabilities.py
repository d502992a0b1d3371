"""The look-up of the locked packages, in a database of vulnerabilities on this machine."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.serving import free_port
from tools.vulnerabilities import main

LOCKED = "segno==1.6.1 --hash=sha256:" + "0" * 64


@pytest.fixture
def lock_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # what a test is answered is not kept
    file = tmp_path / "requirements.txt"
    file.write_text(LOCKED)
    return file


@contextmanager
def database(answer: Any) -> Iterator[str]:
    """Yield the address of a server that answers every question with this."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = json.dumps(answer).encode()
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1/query"
        finally:
            server.shutdown()


def vulnerability(*events: dict[str, str]) -> dict[str, Any]:
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}]
    affected = [{"package": {"name": "segno", "ecosystem": "PyPI"}, "ranges": ranges}]
    return {"vulns": [{"id": "PYSEC-2026-1", "affected": affected}]}


def test_a_vulnerability_that_a_newer_version_mends_fails(
    lock_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with database(vulnerability({"introduced": "0"}, {"fixed": "1.6.2"})) as address:
        assert main(address, lock_file) == 1
    assert capsys.readouterr().out.splitlines() == [
        "segno 1.6.1 has PYSEC-2026-1, mended by 1.6.2.",
        "1 locked packages checked, 1 known vulnerabilities.",
    ]


def test_one_that_nothing_mends_yet_is_named_and_fails_nothing(
    lock_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with database(vulnerability({"introduced": "0"})) as address:
        assert main(address, lock_file) == 0
    assert "segno 1.6.1 has PYSEC-2026-1, mended by no version yet." in capsys.readouterr().out


def test_without_any_it_says_how_many_packages_it_checked(
    lock_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with database({}) as address:
        assert main(address, lock_file) == 0
    assert capsys.readouterr().out == "1 locked packages checked, 0 known vulnerabilities.\n"


def test_where_no_database_can_be_reached_it_says_so_in_one_line(
    lock_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(f"http://127.0.0.1:{free_port()}/", lock_file) == 0
    output = capsys.readouterr().out
    assert output.startswith("The locked packages were not checked for vulnerabilities: ")
    assert output.count("\n") == 1


def test_it_does_not_wait_for_a_slow_database(
    lock_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main("http://127.0.0.1:1/", lock_file, most_seconds=0) == 0
    assert "took more than 0 seconds" in capsys.readouterr().out
