"""A client has so long to send a request, and a network so many that are not whole, without any
proxy in front; who sends theirs at once notices nothing."""

import asyncio
import contextlib
import select
import socket
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from config.client_socket import MOST_UNFINISHED
from config.gunicorn_worker import counted_network
from tests.serving import prepared_environment, running
from tools.load.phones import Answer, phones
from tools.load.slow_clients import BODY, connect, half_body, half_headers

FORM = "/language/"  # one that is read before anything else is looked at
DRIPPING = 140  # two processes have 128 threads
BETWEEN = 0.1  # seconds
PATIENCE = 10.0


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return prepared_environment(tmp_path_factory.mktemp("unfinished"))


def answered(connections: Collection[socket.socket], seconds: float) -> list[socket.socket]:
    """Return those with an answer or an end, once there is any, or after so long."""
    readable: list[socket.socket] = select.select(connections, [], [], seconds)[0]
    return readable


def drip(connection: socket.socket, byte: bytes = b"x") -> bytes:
    """Send byte by byte, until the server has enough of it; return how its answer begins."""
    for _ in range(int(PATIENCE / BETWEEN)):
        connection.sendall(byte)
        if answered([connection], BETWEEN):
            return connection.recv(12)
    raise AssertionError("the server goes on waiting")


def ask(connection: socket.socket) -> bytes:
    """Send a whole request; return how its answer begins, once all of that has come."""
    connection.sendall(b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    with connection.makefile("rb") as answer:
        lines = list(iter(answer.readline, b"0\r\n"))  # the last piece
        answer.readline()
    return lines[0][:12]


def finish(connection: socket.socket) -> bytes:
    """Send the rest of half a header; return how the answer begins."""
    with contextlib.suppress(OSError):
        connection.sendall(b"xt/html\r\n\r\n")
        return connection.recv(12)
    return b""


@contextlib.contextmanager
def one_process(environment: dict[str, str], **settings: str) -> Iterator[str]:
    environment = {**environment, "WEB_CONCURRENCY": "1", **settings}
    with running(environment, "config.settings", "--keep-alive", "60") as address:
        yield address


def test_headers_and_bodies_that_drip_have_an_end(environment: dict[str, str]) -> None:
    with one_process(environment, CLIENT_TIMEOUT="1") as address:
        with closing(half_headers(address)) as connection:
            assert drip(connection) == b""
        with closing(half_body(address, FORM)) as connection:
            assert drip(connection) == b"HTTP/1.1 408"


def test_a_phone_with_a_slow_line_is_not_cut(environment: dict[str, str]) -> None:
    """It sends a request in 25 pieces, for longer than a client that sends nothing would have."""
    head = f"POST {FORM} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {BODY}\r\n"
    form = b"Content-Type: application/x-www-form-urlencoded\r\n\r\n" + b"x" * BODY
    request, size = head.encode() + form, BODY // 24
    pieces = [request[at : at + size] for at in range(0, len(request), size)]
    with one_process(environment, CLIENT_TIMEOUT="1") as address, closing(connect(address)) as slow:
        for piece in pieces:
            assert not answered([slow], BETWEEN)
            slow.sendall(piece)
        assert slow.recv(12) == b"HTTP/1.1 302"


# Many at once


async def _drip(connections: list[socket.socket]) -> None:
    """Send a byte on each of them again and again; who is sent away stays away."""
    while True:
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.send(b"x")
        await asyncio.sleep(BETWEEN)


async def _taps_beside_dripping_clients(address: str) -> list[Answer]:
    answers = []
    with ExitStack() as stack:
        async with asyncio.timeout(60), phones(address, 2) as (host, late):
            await host.open_table()
            dripping = [half_headers(address) for _ in range(DRIPPING // 2)]
            dripping += [half_body(address, FORM) for _ in range(DRIPPING // 2)]
            for connection in dripping:
                stack.enter_context(connection)
            task = asyncio.create_task(_drip(dripping))
            for _ in range(20):
                answers += [await host.tap(), await host.poll(), await late.get("/")]
                await late.close()  # so that its next request is on a new connection
            task.cancel()
    return answers


def test_a_tap_is_answered_beside_clients_of_its_address_that_drip(
    environment: dict[str, str],
) -> None:
    with running(environment, "config.settings") as address:
        answers = asyncio.run(_taps_beside_dripping_clients(address))
    assert {answer.status for answer in answers} == {200, 204}
    assert max(answer.seconds for answer in answers) <= 1


def test_a_network_with_too_many_unfinished_requests_loses_the_oldest_of_these(
    environment: dict[str, str],
) -> None:
    with one_process(environment) as address, ExitStack() as stack:
        other = stack.enter_context(half_headers(address, "127.0.0.2"))
        idle = [stack.enter_context(connect(address)) for _ in range(MOST_UNFINISHED + 1)]
        oldest = [stack.enter_context(half_headers(address)) for _ in range(8)]
        assert {ask(connection) for connection in idle} == {b"HTTP/1.1 200"}
        others = [stack.enter_context(half_headers(address)) for _ in range(MOST_UNFINISHED)]
        for connection in oldest:
            connection.settimeout(PATIENCE)
            assert connection.recv(1) == b""
        assert {finish(connection) for connection in others} == {b"HTTP/1.1 200"}
        assert finish(other) == b"HTTP/1.1 200"
        assert {ask(connection) for connection in idle} == {b"HTTP/1.1 200"}


def test_behind_a_proxy_no_unfinished_request_is_given_up(environment: dict[str, str]) -> None:
    with one_process(environment, PROXIES="1") as address, ExitStack() as stack:
        unfinished = [
            stack.enter_context(half_headers(address)) for _ in range(MOST_UNFINISHED + 8)
        ]
        assert ask(stack.enter_context(connect(address))) == b"HTTP/1.1 200"
        assert {finish(connection) for connection in unfinished} == {b"HTTP/1.1 200"}


@pytest.mark.parametrize(
    ("client", "proxies", "network"),
    [
        pytest.param(("192.0.2.6", 1), 0, "192.0.2.6", id="IPv4"),
        pytest.param(("::ffff:192.0.2.6", 1, 0, 0), 0, "192.0.2.6", id="mapped"),
        pytest.param(("2001:db8::1", 1, 0, 0), 0, "2001:db8::/64", id="IPv6"),
        pytest.param(("192.0.2.6", 1), 1, None, id="a proxy"),
        pytest.param("", 0, None, id="a socket of this machine"),
    ],
)
def test_unfinished_requests_are_counted_by_network(
    settings: Any, client: object, proxies: int, network: str | None
) -> None:
    settings.PROXIES = proxies
    assert counted_network(client) == network
