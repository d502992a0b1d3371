"""A town of tables: each taps once a second, and watchers poll it as phones do.

`python -m tests.load.town --tables 30 --watchers 15 --seconds 20 [--address http://…]`: without an
address it serves a site of its own, on a new database. Exits with 1 if the slowest 5 % of taps or
polls took longer than half a second, or if any failed."""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from tests.load.phones import Answer, Phone, phones
from tests.serving import prepared_environment, running

TAP_EVERY, POLL_EVERY = 1.0, 1.5  # seconds, as on the page of a table
MOST = 0.5  # seconds, for 95 of 100
AT_ONCE = 8  # tables that are opened at the same time


@dataclass
class Measured:
    """How long everything took, by what it was."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    failures: int = 0

    def add(self, what: str, answer: Answer) -> None:
        self.seconds.setdefault(what, []).append(answer.seconds)
        self.failures += answer.status not in {200, 204}

    def report(self, seconds: float, server: float | None) -> bool:
        """Print a line for each kind; return whether all were quick enough."""
        print(f"  {'':<16}{'a second':>10}{'p50 ms':>10}{'p95 ms':>10}{'max ms':>10}")
        slow = False
        for what, taken in sorted(self.seconds.items()):
            taken.sort()
            p50, p95 = (taken[len(taken) * share // 100] * 1e3 for share in (50, 95))
            rate, slowest = len(taken) / seconds, taken[-1] * 1e3
            print(f"  {what:<16}{rate:>10.1f}{p50:>10.0f}{p95:>10.0f}{slowest:>10.0f}")
            slow = slow or p95 > MOST * 1e3
        print(f"  failed: {self.failures}")
        if server is not None:
            requests = sum(map(len, self.seconds.values()))
            share = server / seconds
            print(
                f"  the server used {share:.2f} cores, {server / requests * 1e3:.1f} ms a request"
            )
        return not slow and not self.failures


async def keep_tapping(phone: Phone, start: float, end: float, measured: Measured) -> None:
    await asyncio.sleep(max(0.0, start - monotonic()))
    while monotonic() < end:
        began = monotonic()
        measured.add("tap", await phone.tap())
        await asyncio.sleep(max(0.0, began + TAP_EVERY - monotonic()))


async def keep_polling(phone: Phone, start: float, end: float, measured: Measured) -> None:
    await asyncio.sleep(max(0.0, start - monotonic()))
    while monotonic() < end:
        answer = await phone.poll()
        measured.add("poll, news" if answer.status == 200 else "poll, no news", answer)
        await asyncio.sleep(POLL_EVERY)


async def come_together(town: list[Phone], watchers: int) -> None:
    """Open the tables and let their watchers come, a few tables at a time."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one_table(host: Phone, others: list[Phone]) -> None:
        async with turns:
            await host.open_table()
            for phone in others:
                await phone.join(host)

    size = 1 + watchers
    parties = [town[at : at + size] for at in range(0, len(town), size)]
    await asyncio.gather(*(one_table(party[0], party[1:]) for party in parties))


async def live(address: str, asked: argparse.Namespace) -> bool:
    size = 1 + asked.watchers
    dice = Random(1)
    async with AsyncExitStack() as stack:
        town = await stack.enter_async_context(phones(address, asked.tables * size))
        await come_together(town, asked.watchers)
        measured, now = Measured(), monotonic()
        end = now + asked.ramp + asked.seconds
        before = cpu_seconds()
        tasks = []
        for at, phone in enumerate(town):
            start = now + dice.uniform(0, asked.ramp or TAP_EVERY)
            keep = keep_polling if at % size else keep_tapping
            tasks.append(keep(phone, start, end, measured))
        await asyncio.gather(*tasks)
        server = None if asked.address else cpu_seconds() - before
    print(f"{asked.tables} tables, {asked.watchers} watchers each, {asked.seconds:.0f} seconds:")
    return measured.report(asked.ramp + asked.seconds, server)


def cpu_seconds() -> float:
    """What the processes of the site that we serve have used; they are our children's children."""
    ticks = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            command = (process / "cmdline").read_text()
            group = int(fields[2])
        except (OSError, ValueError):
            continue
        if group == os.getpgrp() and "gunicorn" in command:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def own_site() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        environment = prepared_environment(Path(folder) / "town")
        with running(environment, "config.settings") as address:
            yield address


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--watchers", type=int, default=15, help="of each table")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--ramp", type=float, default=5, help="seconds until all are busy")
    parser.add_argument("--address", default="", help="of a site that is served already")
    asked = parser.parse_args()
    with nullcontext(asked.address) if asked.address else own_site() as address:
        return int(not asyncio.run(live(address, asked)))


if __name__ == "__main__":
    sys.exit(main())
