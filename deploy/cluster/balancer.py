"""HAProxy at run time: take a web node out of the load balancer and put it back."""

import csv
import socket
import time
from collections.abc import Callable

from deploy.cluster.layout import Layout

MOST_SECONDS = 30


def drain(layout: Layout, node: str) -> None:
    """Stop sending requests to a node, and wait until it has answered those that it has."""
    _command(layout, f"set server web/{node} state drain")
    _wait_until(lambda: _statistics(layout, node)["scur"] == "0")


def put_back(layout: Layout, node: str) -> None:
    """Send a node requests again, and wait until HAProxy does so."""
    _command(layout, f"set server web/{node} state ready")
    _wait_until(lambda: _statistics(layout, node)["status"] == "UP")


def _wait_until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + MOST_SECONDS
    while time.monotonic() < deadline and not is_true():
        time.sleep(0.1)


def _statistics(layout: Layout, node: str) -> dict[str, str]:
    lines = _command(layout, "show stat").removeprefix("# ").splitlines()
    servers = {row["svname"]: row for row in csv.DictReader(lines) if row["pxname"] == "web"}
    return servers[node]


def _command(layout: Layout, command: str) -> str:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(layout.folder_of("balancer") / "admin.sock"))
        connection.sendall(f"{command}\n".encode())
        return b"".join(iter(lambda: connection.recv(65536), b"")).decode()
