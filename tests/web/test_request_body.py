"""A body that is too large is refused by its Content-Length: nobody has to send it first."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from scoring.core.limits import BYTES_OF_A_REQUEST
from tests.serving import prepared_environment, running
from tools.load.slow_clients import connect

PATIENCE = 5  # seconds; a server that waits for the body answers nothing


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return prepared_environment(tmp_path_factory.mktemp("bodies"))


@pytest.fixture(scope="module")
def address(environment: dict[str, str]) -> Iterator[str]:
    with running(environment, "config.settings") as address:
        yield address


def answer_before_the_body(address: str, header: str) -> str:
    """Return the status line that the server sends while it has only the headers of a form."""
    lines = ["POST /language/ HTTP/1.1", "Host: 127.0.0.1", header]
    form = "Content-Type: application/x-www-form-urlencoded"
    with closing(connect(address)) as connection:
        connection.settimeout(PATIENCE)
        connection.sendall("\r\n".join([*lines, form, "", ""]).encode())
        return connection.recv(200).decode().split()[1]


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (f"Content-Length: {BYTES_OF_A_REQUEST + 1}", "413"),
        ("Transfer-Encoding: chunked", "411"),
    ],
)
def test_a_body_is_refused_before_it_is_sent(address: str, header: str, status: str) -> None:
    assert answer_before_the_body(address, header) == status
