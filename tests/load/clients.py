"""How many requests a second servers answer to several clients at once."""

import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from time import perf_counter

CLIENTS = 8
SECONDS = 3
TURNS = 3
Requests = Sequence[bytes]


@dataclass(frozen=True)
class Load:
    answered: int
    failed: int


def get_request(address: str, path: str, cookie: str = "") -> bytes:
    host = address.removeprefix("http://")
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
    return "\r\n".join([*lines, *([f"Cookie: {cookie}"] if cookie else []), "", ""]).encode()


def rates(wanted: Mapping[str, tuple[str, Requests]]) -> tuple[dict[str, float], int]:
    """Return how many of each kind were answered a second, and how many failed in all.

    In turns, so that whatever else the machine does meets all of them alike."""
    answered = dict.fromkeys(wanted, 0)
    failed = 0
    with Pool(CLIENTS) as clients:
        for _ in range(TURNS):
            for name, (address, requests) in wanted.items():
                loads = clients.starmap(_ask, [(address, requests, SECONDS)] * CLIENTS)
                answered[name] += sum(load.answered for load in loads)
                failed += sum(load.failed for load in loads)
    return {name: number / (TURNS * SECONDS) for name, number in answered.items()}, failed


def _ask(address: str, requests: Requests, seconds: float) -> Load:
    answered = failed = 0
    stop = perf_counter() + seconds
    while perf_counter() < stop:
        response = answer(address, requests[answered % len(requests)])
        answered += 1
        failed += not response.startswith((b"HTTP/1.1 200", b"HTTP/1.1 204"))
    return Load(answered, failed)


def answer(address: str, request: bytes) -> bytes:
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b""))
