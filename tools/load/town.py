"""A town of tables: each taps once a second, watchers poll it as phones do, and others read the
standings of a group and sign up.

`python -m tools.load.town` serves a site of its own, on a new SQLite database, or with
`--postgresql` on a server of its own. `--address http://…` asks a site that is served already and
has the public group `--group`. It prints a line for each kind of request, and exits with 1 if one
failed, or if the slowest 5 % of any kind took longer than the budget of docs/scaling.md allows; but
for signing up, as hashing a password is slow on purpose."""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from urllib.parse import parse_qs, urlsplit

from tests.postgresql import own_postgresql
from tests.serving import ROOT, prepared_environment, running
from tools.bench.sites import working
from tools.load.phones import Answer, Phone, phones

TAP_EVERY, POLL_EVERY = 1.0, 1.5  # seconds, as on the page of a table
READ_EVERY = 5.0  # seconds from one page to the next
MOST, MOST_MEGABYTES = 0.1, 350  # seconds, for 95 of 100; of the site with its worker
SIGN_UP = "sign up"
EXPECTED = {"tap": {200}, "poll": {200, 204}, "read standings": {200, 304}, SIGN_UP: {302}}
AT_ONCE = 8  # tables that are opened at the same time
EVENINGS = 100  # of the group whose standings are read


@dataclass
class Measured:
    """Times and failures of requests, by their kind."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)

    def add(self, what: str, answer: Answer) -> None:
        self.seconds.setdefault(what, []).append(answer.seconds)
        failed = answer.status not in EXPECTED[what]
        self.failures[what] = self.failures.get(what, 0) + failed

    def report(self, seconds: float) -> bool:
        """Print a line for each kind; return whether all were answered, and quickly enough."""
        columns = ("a second", "p50 ms", "p95 ms", "max ms", "failed")
        print(f"  {'':<16}" + "".join(f"{column:>10}" for column in columns))
        quick = True
        for what, taken in sorted(self.seconds.items()):
            taken.sort()
            p50, p95 = (taken[len(taken) * share // 100] * 1e3 for share in (50, 95))
            figures = (f"{p50:.0f}", f"{p95:.0f}", f"{taken[-1] * 1e3:.0f}", self.failures[what])
            rate = f"{len(taken) / seconds:.1f}"
            print(f"  {what:<16}" + "".join(f"{figure:>10}" for figure in (rate, *figures)))
            quick = quick and (p95 <= MOST * 1e3 or what == SIGN_UP)
        return quick and not any(self.failures.values())

    @property
    def requests(self) -> int:
        return sum(map(len, self.seconds.values()))


@dataclass(frozen=True)
class Habit:
    """Something that somebody does again and again."""

    what: str
    act: Callable[[], Awaitable[Answer]]
    every: float  # seconds
    after_the_answer: bool = False  # whether these seconds begin with it

    async def keep_up(self, start: float, end: float, measured: Measured) -> None:
        await asyncio.sleep(max(0.0, start - monotonic()))
        while monotonic() < end:
            began = monotonic()
            measured.add(self.what, await self.act())
            pause = self.every if self.after_the_answer else began + self.every - monotonic()
            await asyncio.sleep(max(0.0, pause))


async def come_together(town: list[Phone], watchers: int) -> list[Habit]:
    """Open the tables and let their watchers come, a few tables at a time."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one_table(host: Phone, others: list[Phone]) -> list[Habit]:
        async with turns:
            await host.open_table()
            for phone in others:
                await phone.join(host)
        watching = [
            Habit("poll", phone.poll, POLL_EVERY, after_the_answer=True) for phone in others
        ]
        return [Habit("tap", host.tap, TAP_EVERY), *watching]

    size = 1 + watchers
    parties = [town[at : at + size] for at in range(0, len(town), size)]
    habits = await asyncio.gather(*(one_table(party[0], party[1:]) for party in parties))
    return [habit for of_table in habits for habit in of_table]


async def readings(readers: list[Phone], group: str, dice: Random) -> list[Habit]:
    """Let everybody read pages that the page of the group links to, in any order."""
    if not readers:
        return []
    page = await readers[0].get(f"/g/{group}/")
    links = re.findall(rf'href="(/g/{group}/[^"?#]*)"', page.text)
    pages = [link for link in dict.fromkeys(links) if "export" not in link and "feed" not in link]

    def reading(phone: Phone) -> Habit:
        return Habit("read standings", lambda: phone.read(dice.choice(pages)), READ_EVERY)

    return [reading(phone) for phone in readers]


def signing_up(address: str, a_minute: float, dice: Random) -> Habit:
    def sign_up() -> Awaitable[Answer]:
        return Phone(address).sign_up(f"guest-{os.getpid()}-{dice.randrange(10**9)}")

    return Habit(SIGN_UP, sign_up, 60 / a_minute)


async def live(address: str, asked: argparse.Namespace, database: int | None) -> bool:
    """Let everybody do what they do, report, and return whether all was well."""
    dice, measured = Random(1), Measured()
    at_tables = asked.tables * (1 + asked.watchers)
    async with AsyncExitStack() as stack:
        people = await stack.enter_async_context(phones(address, at_tables + asked.readers))
        habits = await come_together(people[:at_tables], asked.watchers)
        habits += await readings(people[at_tables:], asked.group, dice)
        habits += [signing_up(address, asked.sign_ups, dice)] if asked.sign_ups else []
        seconds = asked.ramp + asked.seconds
        now, before = monotonic(), processor_times(database)
        starts = [now + dice.uniform(0, max(asked.ramp, habit.every)) for habit in habits]
        timed = zip(habits, starts, strict=True)
        ends = now + seconds
        await asyncio.gather(*(habit.keep_up(start, ends, measured) for habit, start in timed))
        after, memory = processor_times(database), megabytes()
    print(
        f"{asked.tables} tables, {asked.watchers} watchers each, {asked.readers} readers,"
        f" {asked.sign_ups:g} sign-ups a minute, {asked.seconds:.0f} seconds:"
    )
    is_good = measured.report(seconds)
    for server, used in after.items() if not asked.address else ():
        cores = (used - before[server]) / seconds
        each = cores * seconds / measured.requests * 1e3
        print(f"  the {server} used {cores:.2f} cores, {each:.1f} ms a request")
    if not asked.address:
        print(f"  web server and worker: {memory:.0f} MB")
    return is_good and memory <= MOST_MEGABYTES


# The site


def processor_times(database: int | None) -> dict[str, float]:
    """Return the seconds that our servers have used; `database`: the process of PostgreSQL."""
    ticks = {"web server": 0} | ({"database server": 0} if database else {})
    for process, fields in processes():
        used = int(fields[11]) + int(fields[12])
        if is_ours(process, fields, "gunicorn"):
            ticks["web server"] += used
        elif database and database in {int(process.name), int(fields[1])}:
            ticks["database server"] += used
    return {server: used / os.sysconf("SC_CLK_TCK") for server, used in ticks.items()}


def megabytes() -> float:
    """Return the memory of our web server and its worker; what processes share is counted once."""
    maps = [
        (process / "smaps_rollup").read_text()
        for process, fields in processes()
        if is_ours(process, fields, "gunicorn", "manage.py")
    ]
    return sum(int(text.partition("\nPss:")[2].split()[0]) for text in maps) / 1024


def processes() -> Iterator[tuple[Path, list[str]]]:
    """Yield the folder of each process, and the fields of its `stat` after the name."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            yield process, (process / "stat").read_text().rpartition(")")[2].split()


def is_ours(process: Path, fields: list[str], *names: str) -> bool:
    """Return whether we started a process, and its command line has one of these names."""
    if int(fields[2]) != os.getpgrp():
        return False
    command = (process / "cmdline").read_text()
    return any(name in command for name in names)


def process_of_database(url: str) -> int | None:
    """Return the number of our PostgreSQL's first process, which is in its data folder."""
    if not url:
        return None
    folder = Path(parse_qs(urlsplit(url).query)["host"][0])
    return int((folder / "postmaster.pid").read_text().split()[0])


@contextmanager
def own_site(group: str, database_url: str) -> Iterator[str]:
    """Serve a site with a public group that has played."""
    with tempfile.TemporaryDirectory() as folder:
        environment = prepared_environment(Path(folder) / "town", database_url)
        demo = ["manage.py", "demo", f"--sessions={EVENINGS}", f"--group={group}", "--verbosity=0"]
        subprocess.run([sys.executable, *demo], cwd=ROOT, env=environment, check=True)
        with running(environment, "config.settings") as address, working(environment):
            yield address


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--watchers", type=int, default=15, help="of each table")
    parser.add_argument("--readers", type=int, default=20, help="of standings")
    parser.add_argument("--sign-ups", type=float, default=12, help="a minute, at most 20")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--ramp", type=float, default=5, help="seconds until all are busy")
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own")
    parser.add_argument("--address", default="", help="of a site that is served already")
    parser.add_argument("--group", default="town", help="whose standings are read")
    asked = parser.parse_args()
    with own_postgresql() if asked.postgresql else nullcontext("") as database_url:
        process = process_of_database(database_url)
        site = nullcontext(asked.address) if asked.address else own_site(asked.group, database_url)
        with site as address:
            return int(not asyncio.run(live(address, asked, process)))


if __name__ == "__main__":
    sys.exit(main())
