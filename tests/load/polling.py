"""`make bench`: what it costs to watch a table, against a bare view that answers a constant."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter

from tests.load.clients import CLIENTS, Load, answer, get_request, rates
from tests.serving import ROOT, prepared_environment, running

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
from scoring.web.browser_cookie import cookie_name, sign_browser
played = {"format": "scorefolio/session@1", "game": "artem", "players": ["Ana", "Ben"], "turns": []}
now = timezone.now()
table = open_table(document=read_document(played), by=By(at=now), browser="host")
numbers = range(int(sys.argv[1]))
Phone.objects.bulk_create(
    Phone(session=table, browser=f"watcher{number}", joined_at=now) for number in numbers
)
print(table.uuid, table.version)
for number in numbers:
    print(f"{cookie_name()}={sign_browser(f'watcher{number}')}")
"""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        environment = prepared_environment(Path(folder) / "var")
        command = [sys.executable, "-c", OPEN_A_TABLE, str(WATCHERS)]
        table = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        ).stdout.split()
        uuid, version, *cookies = table
        bare = servers.enter_context(running(environment, "tests.load.bare_settings"))
        site = servers.enter_context(running(environment, "config.settings"))
        polls = [get_request(site, f"/table/{uuid}/live?seen={version}", one) for one in cookies]
        share = _share(bare, site, polls)
        failed = _everybody(site, polls)
    return int(share < LEAST_SHARE or failed > 0)


def _share(bare: str, site: str, polls: list[bytes]) -> float:
    """Return the rate of polls as a share of the bare view's."""
    measured, failed = rates(
        {
            "constant": (bare, [get_request(bare, "/constant")]),
            "poll": (site, polls),
        }
    )
    share = measured["poll"] / measured["constant"]
    print(f"watching a table, {CLIENTS} clients at once:")
    print(f"  a constant bare view     {measured['constant']:7.0f} a second")
    print(f"  an unchanged poll        {measured['poll']:7.0f} a second, {failed} failed")
    print(f"  share                    {share:7.2f}    (at least {LEAST_SHARE})")
    return share


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
    answers = [answer(address, request) for request in requests]
    return Load(len(answers), sum(not answer.startswith(b"HTTP/1.1 204") for answer in answers))


if __name__ == "__main__":
    sys.exit(main())
