"""A server logs one line for each malformed request, without its content."""

import re
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.serving import free_port, prepared_environment
from tests.test_serving import is_alive, serving, wait_until

SECRET = "/join/QJXKWZQJXKWZ/?key=letmein"  # noqa: S105 (what the log must not have)
HOST = "Host: 127.0.0.1\r\nConnection: close\r\n"
TO_A_TABLE = f"POST {SECRET} HTTP/1.1\r\n{HOST}"
THREE_BYTES = "Content-Length: 3\r\n\r\na=1"
FORM = "Content-Type: application/x-www-form-urlencoded"
LENGTH_REQUIRED = 411
MALFORMED = {
    "a line of another protocol": (f"GET {SECRET} HTTP/9.7\r\n{HOST}\r\n", 400),
    "a line with four words": (f"GET {SECRET} and more HTTP/1.1\r\n{HOST}\r\n", 400),
    "a method in small letters": (f"get#{SECRET} {SECRET} HTTP/1.1\r\n{HOST}\r\n", 400),
    "a header with a space": (f"GET {SECRET} HTTP/1.1\r\nX QJXKWZ: 1\r\n{HOST}\r\n", 400),
    "a line that is too long": (f"GET {SECRET}{'a' * 9000} HTTP/1.1\r\n{HOST}\r\n", 400),
    "no text": (f"{TO_A_TABLE}{FORM}; charset=rot13\r\n{THREE_BYTES}", 400),
    "no codec for queries": (
        f"{TO_A_TABLE}{FORM}; charset=idna\r\n{THREE_BYTES}",
        400,
    ),
    "utf-16": (
        f"{TO_A_TABLE}Cookie: csrftoken={'a' * 32}\r\n{FORM}; charset=utf-16\r\n{THREE_BYTES}",
        400,
    ),
    "a bad size of a chunk": (
        f"POST {SECRET} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n",
        LENGTH_REQUIRED,
    ),
}


@pytest.fixture(scope="module")
def port_and_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    folder, port = tmp_path_factory.mktemp("log"), free_port()
    prepared_environment(folder, beside="")
    log = folder / "log"
    with serving(port, folder, DATABASE_URL="", WEB_CONCURRENCY="1"):
        wait_until(lambda: is_alive(port) and "Booting worker" in log.read_text())
        yield port, log


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read_is_one_line_without_its_address(
    port_and_log: tuple[int, Path], name: str
) -> None:
    (port, log), (request, status) = port_and_log, MALFORMED[name]
    before = len(log.read_text())
    with closing(socket.create_connection(("127.0.0.1", port), timeout=10)) as connection:
        connection.sendall(request.encode())
        assert connection.recv(100).decode().split()[1] == str(status)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass
    wait_until(lambda: log.read_text()[before:].endswith("\n"))
    is_alive(port)  # whatever else was to be written has been
    written = log.read_text()[before:]
    assert "Traceback" not in written
    assert not re.search("QJXKWZ|letmein", written)
    most = 2 if status == LENGTH_REQUIRED else 1  # it was answered, and then found to be malformed
    assert 1 <= len(written.splitlines()) <= most
