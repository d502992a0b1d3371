"""The log: one line a request, with an id that is on error pages too, and never a secret."""

import gzip
import json
import logging
import re
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import brotli
import pytest
from django.core import mail
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path, reverse

from scoring.monitoring.error_mail import ErrorMailHandler
from scoring.monitoring.log_records import JsonFormatter, RequestFilter, TextFormatter
from tests.builders.tables import artem_table, phone
from tests.test_settings import with_environment

# sentry-sdk compresses with brotli where that is installed.
DECOMPRESS = {"br": brotli.decompress, "gzip": gzip.decompress, "identity": bytes}


def broken(_request: HttpRequest, **_code: str) -> HttpResponse:
    raise RuntimeError("the pencil broke")


def missing(_request: HttpRequest, **_code: str) -> HttpResponse:
    raise Http404


def quoting(request: HttpRequest, code: str) -> HttpResponse:
    raise RuntimeError(f"no table at {request.get_full_path()}: {code}, {request.GET}")


urlpatterns = [
    path("broken/<str:code>/", broken, name="broken"),
    path("quoting/<str:code>/", quoting),
    path("missing/<str:code>/", missing, name="missing"),
    path("", missing, name="home"),
    path("manifest.webmanifest", missing, name="manifest"),
]

BROKEN = "/broken/QJXKWZ/?key=letmein"


class Lines(logging.Handler):
    """Capture the output of a handler with our filter and formatter."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(RequestFilter())
        self.setFormatter(TextFormatter())
        self.lines: list[str] = []
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))
        self.records.append(record)


@pytest.fixture
def log() -> Iterator[Lines]:
    handler, root = Lines(), logging.getLogger()
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)


@pytest.mark.django_db
def test_each_request_is_a_line_with_its_view_status_and_duration(log: Lines) -> None:
    session = artem_table()
    answer = phone(session).get(reverse("table", args=[session.uuid]))
    (line,) = log.lines
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ INFO \[[0-9a-f]{16}\] scoring\.requests: "
        r"127\.0\.0\.1 GET /table/<uuid:uuid>/ table 200 \d+ ms",
        line,
    )
    assert f"[{answer.headers['X-Request-ID']}]" in line


@pytest.mark.django_db
def test_a_poll_without_news_is_no_line(log: Lines) -> None:
    session = artem_table()
    client, address = phone(session), reverse("live", args=[session.uuid])
    session.refresh_from_db()
    assert client.get(address, {"seen": session.version}).status_code == 204
    assert log.lines == []


@override_settings(ROOT_URLCONF="tests.monitoring.test_logs")
@pytest.mark.parametrize("address", [BROKEN, "/missing/QJXKWZ/?key=letmein", "/QJXKWZ?key=letmein"])
def test_no_line_has_a_code_or_a_key(log: Lines, address: str) -> None:
    Client(raise_request_exception=False).get(address)
    assert log.lines
    assert not re.search("QJXKWZ|letmein", "".join(log.lines))
    assert not any(hasattr(record, "request") for record in log.records)


class JsonLines(Lines):
    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())


@override_settings(ROOT_URLCONF="tests.monitoring.test_logs")
@pytest.mark.parametrize("kind", [Lines, JsonLines])
def test_no_traceback_quotes_the_address(kind: type[Lines]) -> None:
    handler, root = kind(), logging.getLogger()
    root.addHandler(handler)
    try:
        address = "/quoting/QJXKWZQJXKWZ/?key=let%20me%20in&to=letmein"
        Client(raise_request_exception=False).get(address)
    finally:
        root.removeHandler(handler)
    text = "".join(handler.lines)
    assert "RuntimeError: no table at " in text
    assert "tests/monitoring/test_logs.py" in text
    assert not re.search("QJXKWZ|let.{1,3}me|letmein", text)


@override_settings(ROOT_URLCONF="tests.monitoring.test_logs")
def test_the_page_of_an_error_has_the_id_of_the_log(log: Lines) -> None:
    answer = Client(raise_request_exception=False).get(BROKEN)
    id = answer.headers["X-Request-ID"]
    assert f"To find it in the log: <code>{id}</code>" in answer.content.decode()
    error, line = log.lines
    assert f"ERROR [{id}] django.request: Internal Server Error: /broken/<str:code>/\n" in error
    assert "RuntimeError: the pencil broke" in error
    assert f"[{id}]" in line
    assert "/broken/<str:code>/ broken 500" in line


@pytest.mark.parametrize("proxies", [0, 1])
def test_no_client_chooses_an_id(log: Lines, settings: Any, proxies: int) -> None:
    """A proxy that is trusted passes on what its clients send."""
    settings.PROXIES = proxies
    through = {"x-forwarded-for": "198.51.100.7", "x-request-id": "QJXKWZ"}
    answer = Client().post("/health/", headers=through)
    assert re.fullmatch("[0-9a-f]{16}", answer.headers["X-Request-ID"])
    assert log.lines
    assert "QJXKWZ" not in "".join(log.lines)


@pytest.mark.parametrize(("proxies", "address"), [(1, "198.51.100.7"), (0, "127.0.0.1")])
def test_the_address_is_that_which_the_proxy_saw(
    log: Lines, settings: Any, proxies: int, address: str
) -> None:
    settings.PROXIES = proxies
    Client().post("/health/", headers={"x-forwarded-for": "203.0.113.9, 198.51.100.7"})
    assert f": {address} POST" in log.lines[-1]


def test_lines_can_be_json(tmp_path: Path) -> None:
    code = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "Client().get('/health/live')"
    )
    (tmp_path / "static").mkdir()
    done = with_environment(code, VAR_DIR=str(tmp_path), LOG_FORMAT="json", LOG_LEVEL="DEBUG")
    line = json.loads(done.stderr.splitlines()[-1])
    assert line.pop("time").endswith("+00:00")
    assert line.pop("duration_ms") >= 0
    assert len(line.pop("request_id")) == 16
    assert line.pop("message").startswith("127.0.0.1 GET - - 200")
    assert line == {
        "level": "DEBUG",
        "logger": "scoring.requests",
        "address": "127.0.0.1",
        "method": "GET",
        "view": "-",
        "route": "-",
        "status": 200,
    }


@pytest.mark.parametrize(("name", "value"), [("LOG_FORMAT", "xml"), ("LOG_LEVEL", "LOUD")])
def test_nonsense_is_refused(tmp_path: Path, name: str, value: str) -> None:
    done = with_environment("settings.DEBUG", VAR_DIR=str(tmp_path), **{name: value})
    assert f"{name} must be" in done.stderr


# Error reports


@override_settings(
    ROOT_URLCONF="tests.monitoring.test_logs", ADMINS=[("", "root@scorefolio.example")]
)
def test_an_error_is_mailed_once_an_hour_without_what_somebody_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handler = ErrorMailHandler()
    handler.addFilter(RequestFilter())
    handler.setFormatter(TextFormatter())
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    try:
        client = Client(raise_request_exception=False)
        client.post(BROKEN, {"password": "sesame"})
        client.post(BROKEN, {"password": "sesame"})
        (one,) = mail.outbox
        assert "ERROR at tests/monitoring/test_logs.py:" in one.subject
        assert "RuntimeError: the pencil broke" in one.body
        assert not re.search("sesame|letmein|QJXKWZ", str(one.message()))
        later = time.monotonic() + 3601
        monkeypatch.setattr("time.monotonic", lambda: later)
        client.post(BROKEN)
        assert len(mail.outbox) == 2
    finally:
        logger.removeHandler(handler)


@pytest.fixture
def report_server() -> Iterator[tuple[int, list[str]]]:
    """A port that takes reports, and what was sent there."""
    reports: list[str] = []

    class Reports(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            decompress = DECOMPRESS[self.headers.get("Content-Encoding", "identity")]
            reports.append(decompress(body).decode())
            self.send_response(200)
            self.end_headers()

        def log_request(self, code: object = "-", size: object = "-") -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Reports) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port, reports
        server.shutdown()
        thread.join()


def test_an_error_is_reported_to_sentry_without_what_somebody_sent(
    report_server: tuple[int, list[str]], tmp_path: Path
) -> None:
    port, reports = report_server
    (tmp_path / "static").mkdir()
    code = (
        "import django; django.setup()\n"
        "from django.test import Client, override_settings\n"
        "client = Client(raise_request_exception=False, headers={'host': 'localhost'})\n"
        "with override_settings(ROOT_URLCONF='tests.monitoring.test_logs'):\n"
        f"    client.post({BROKEN!r}, {{'password': 'sesame'}})"
    )
    dsn = f"http://public@127.0.0.1:{port}/1"
    with_environment(code, VAR_DIR=str(tmp_path), SENTRY_DSN=dsn)
    assert "the pencil broke" in "".join(reports)
    assert not re.search("sesame|letmein|QJXKWZ|localhost", "".join(reports))
