"""`make bench`: what it costs to watch a table, against a bare view that answers a constant."""

import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter

from tests.serving import ROOT, prepared_environment, running

SECONDS = 3
TURNS = 3
CLIENTS = 8
LEAST_SHARE = 0.4
WATCHERS = 3000
EVERY = 2.0  # seconds: how soon everybody has to have asked again

OPEN_A_TABLE = """
import sys
import django; django.setup()
from django.utils import timezone
from scoring.models import Phone
from scoring.play.opening import open_table
from scoring.documents.scorer import read_document
from scoring.models.revisions import By
played = {"format": "scorefolio/session@1", "game": "artem", "players": ["Ana", "Ben"], "turns": []}
now = timezone.now()
table = open_table(document=read_document(played), by=By(at=now), browser="host")
numbers = range(int(sys.argv[1]))
Phone.objects.bulk_create(
    Phone(session=table, browser=f"{number:022}", joined_at=now) for number in numbers
)
print(table.uuid, table.version)
"""


@dataclass(frozen=True)
class Load:
    answered: int
    failed: int


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        environment = prepared_environment(Path(folder) / "var")
        command = [sys.executable, "-c", OPEN_A_TABLE, str(WATCHERS)]
        table = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        ).stdout.split()
        bare = servers.enter_context(running(environment, "tests.load.bare_settings"))
        site = servers.enter_context(running(environment, "config.settings"))
        share = _share(bare, site, _polls(site, *table))
        failed = _everybody(site, _polls(site, *table))
    return int(share < LEAST_SHARE or failed > 0)


def _polls(site: str, uuid: str, version: str) -> list[bytes]:
    return [
        _get(site, f"/table/{uuid}/live?seen={version}", f"browser={number:022}")
        for number in range(WATCHERS)
    ]


def _get(address: str, path: str, cookie: str = "") -> bytes:
    host = address.removeprefix("http://")
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close", f"Cookie: {cookie}"]
    return "\r\n".join([*lines, "", ""]).encode()


def _share(bare: str, site: str, polls: list[bytes]) -> float:
    """Return the rate of polls as a share of the bare view's.

    Both are asked in turns, so that other work on the machine slows them alike."""
    answered = {"constant": 0, "poll": 0}
    failed = 0
    with Pool(CLIENTS) as clients:
        for _ in range(TURNS):
            for name, address, wanted in (
                ("constant", bare, [_get(bare, "/constant")]),
                ("poll", site, polls),
            ):
                loads = clients.starmap(_ask, [(address, wanted, SECONDS)] * CLIENTS)
                answered[name] += sum(load.answered for load in loads)
                failed += sum(load.failed for load in loads)
    rates = {name: number / (TURNS * SECONDS) for name, number in answered.items()}
    share = rates["poll"] / rates["constant"]
    print(f"watching a table, {CLIENTS} clients at once:")
    print(f"  a constant bare view     {rates['constant']:7.0f} a second")
    print(f"  an unchanged poll        {rates['poll']:7.0f} a second, {failed} failed")
    print(f"  share                    {share:7.2f}    (at least {LEAST_SHARE})")
    return share


def _ask(address: str, requests: list[bytes], seconds: float) -> Load:
    answered = failed = 0
    stop = perf_counter() + seconds
    while perf_counter() < stop:
        answer = _answer(address, requests[answered % len(requests)])
        answered += 1
        failed += not answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 204"))
    return Load(answered, failed)


def _answer(address: str, request: bytes) -> bytes:
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def _everybody(site: str, polls: list[bytes]) -> int:
    """Poll three times with as many watchers as a hall holds; return how many polls failed."""
    with Pool(CLIENTS) as clients:
        parts = [(site, part) for part in _parts(polls)]
        start = perf_counter()
        loads = clients.starmap(_ask_each, parts * 3)
        taken = perf_counter() - start
    failed = sum(load.failed for load in loads)
    wanted = 3 * EVERY
    print(f"  3 polls of {WATCHERS} watchers {taken:7.1f} s, {failed} failed    (at most {wanted})")
    return failed + (taken > wanted)


def _parts(polls: list[bytes]) -> Iterator[list[bytes]]:
    return (polls[number::CLIENTS] for number in range(CLIENTS))


def _ask_each(address: str, requests: list[bytes]) -> Load:
    answers = [_answer(address, request) for request in requests]
    return Load(len(answers), sum(not answer.startswith(b"HTTP/1.1 204") for answer in answers))


if __name__ == "__main__":
    sys.exit(main())
