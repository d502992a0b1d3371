"""Eight clients at once: how many requests a second are answered, as a share of the bare views."""

import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from time import perf_counter

from tests.bench.results import Line, limit_of
from tests.bench.sites import Site

CLIENTS = 8
TURNS = 3
WATCHERS = 3_000
EVERY = 2.0  # seconds: how soon everybody has to have asked again
Requests = Sequence[bytes]
LIMITS = {
    "unchanged poll, of REF's rate": (0.60, 0.45),
    "standings, kept, a stranger, of REF's rate": (0.40, 0.40),
    "standings, kept, a member, of REF's rate": (0.25, 0.25),
    "the same, a stranger, of a constant view served alike": (0.30, 0.30),
    "the same, a member, of a constant view served alike": (0.20, 0.20),
}


@dataclass(frozen=True)
class Load:
    answered: int
    failed: int


def load_lines(site: Site, seconds: float) -> list[Line]:
    scene = site.scene
    member = f"sessionid={scene['people']['member']}"
    polls = _polls(site)
    season = site.address, [_request(site.address, scene["season"])]
    signed_in = site.address, [_request(site.address, scene["season"], member)]
    for address, requests in (season, signed_in):
        _answer(address, requests[0])  # so that the page is kept
    rates, failed = _rates(
        {
            "REF": (site.bare, [_request(site.bare, "/")]),
            "alike": (site.bare_alike, [_request(site.bare_alike, "/")]),
            "poll": (site.address, polls),
            "stranger": season,
            "member": signed_in,
        },
        seconds,
    )
    measured = {
        "unchanged poll, of REF's rate": rates["poll"] / rates["REF"],
        "standings, kept, a stranger, of REF's rate": rates["stranger"] / rates["REF"],
        "standings, kept, a member, of REF's rate": rates["member"] / rates["REF"],
        "the same, a stranger, of a constant view served alike": rates["stranger"] / rates["alike"],
        "the same, a member, of a constant view served alike": rates["member"] / rates["alike"],
    }
    lines = [
        Line(site.database, what, share, "share", limit_of(LIMITS, what, site.database), True)
        for what, share in measured.items()
    ]
    taken, unanswered = _everybody(site.address, polls)
    return [
        *lines,
        Line(site.database, "requests of 8 clients at once that failed", failed, "", 0),
        Line(site.database, f"3 polls of {WATCHERS:,} watchers", taken, "s", 3 * EVERY),
        Line(site.database, f"polls of {WATCHERS:,} watchers that failed", unanswered, "", 0),
    ]


def _polls(site: Site) -> list[bytes]:
    watched = site.scene["tables"]["artem"]["uuid"]
    return [
        _request(
            site.address,
            f"/table/{watched}/live?seen={site.versions['artem']}",
            f"{site.scene['cookie']}={watcher}",
        )
        for watcher in site.scene["watchers"]
    ]


def _request(address: str, path: str, cookie: str = "") -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {address.removeprefix('http://')}",
        "Connection: close",
        "Accept-Encoding: gzip",
        "Accept-Language: en",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def _rates(
    wanted: Mapping[str, tuple[str, Requests]], seconds: float
) -> tuple[dict[str, float], int]:
    """Return how many of each kind were answered a second, and how many failed in all.

    In turns, so that whatever else the machine does meets all of them alike."""
    answered = dict.fromkeys(wanted, 0)
    failed = 0
    with Pool(CLIENTS) as clients:
        for _ in range(TURNS):
            for name, (address, requests) in wanted.items():
                loads = clients.starmap(_ask, [(address, requests, seconds)] * CLIENTS)
                answered[name] += sum(load.answered for load in loads)
                failed += sum(load.failed for load in loads)
    return {name: number / (TURNS * seconds) for name, number in answered.items()}, failed


def _ask(address: str, requests: Requests, seconds: float) -> Load:
    answered = failed = 0
    stop = perf_counter() + seconds
    while perf_counter() < stop:
        response = _answer(address, requests[answered % len(requests)])
        answered += 1
        failed += not response.startswith((b"HTTP/1.1 200", b"HTTP/1.1 204"))
    return Load(answered, failed)


def _answer(address: str, request: bytes) -> bytes:
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def _everybody(address: str, polls: list[bytes]) -> tuple[float, int]:
    """Poll three times with as many watchers as a hall holds; return the time, and the failures."""
    with Pool(CLIENTS) as clients:
        parts = [(address, part) for part in _parts(polls)]
        start = perf_counter()
        loads = clients.starmap(_ask_each, parts * 3)
        return perf_counter() - start, sum(load.failed for load in loads)


def _parts(polls: list[bytes]) -> Iterator[list[bytes]]:
    return (polls[number::CLIENTS] for number in range(CLIENTS))


def _ask_each(address: str, requests: list[bytes]) -> Load:
    answers = [_answer(address, request) for request in requests]
    return Load(len(answers), sum(not answer.startswith(b"HTTP/1.1 204") for answer in answers))
