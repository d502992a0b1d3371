"""`make bench`: a season's pages, and the tap that counts for it, as the season grows.

On SQLite and on PostgreSQL; BENCH_SIZES and BENCH_DATABASES ask for less.
"""

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import quote, urlsplit

from tests.load.clients import CLIENTS, get_request, rates
from tests.postgresql import own_postgresql
from tests.serving import ROOT, prepared_environment, running

SIZES = [int(size) for size in os.environ.get("BENCH_SIZES", "100,10000,100000").split(",")]
DATABASES = os.environ.get("BENCH_DATABASES", "sqlite,postgresql").split(",")
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "150"))
PLAYERS = 50
BUILDERS = 2
MOST_QUERIES = 8
# Of the rate of a constant page from a bare view, with eight clients on SQLite.
LEAST_SHARES = {"a stranger": 0.30, "a member": 0.20}
Times = dict[str, list[float]]


@dataclass(frozen=True)
class Limit:
    """How long something may take, as a multiple of the time of `of`."""

    what: str
    size: int
    of: str
    of_size: int
    most: float


def limits(few: int, many: int) -> list[Limit]:
    return [
        Limit("standings, changed", many, "standings, changed", few, 1.1),
        Limit("standings, changed", many, "bare rows", many, 2.5),
        Limit("final result", many, "final result", few, 2),
        Limit("player", many, "player", few, 2),
    ]


def main() -> int:
    broken = 0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as databases:
        given = {
            name: databases.enter_context(own_postgresql()) if name == "postgresql" else ""
            for name in DATABASES
        }
        built = _build(Path(folder), given)
        for name in DATABASES:
            broken += _measured(name, {size: built[name, size] for size in SIZES})
        if "sqlite" in DATABASES:
            broken += _rates_broken(built["sqlite", max(SIZES)])
    return int(broken > 0)


# What is measured


def _build(folder: Path, given: Mapping[str, str]) -> dict[tuple[str, int], dict[str, str]]:
    """A database of its own for each size, the largest first."""
    wanted = [(name, size) for size in sorted(SIZES, reverse=True) for name in given]
    environments = {
        (name, size): prepared_environment(folder / f"{name}_{size}", given[name])
        for name, size in wanted
    }
    start = perf_counter()
    with ThreadPoolExecutor(BUILDERS) as builders:
        list(builders.map(lambda one: _fill(environments[one], one), wanted))
    print(f"all of it built in {perf_counter() - start:,.0f} s")
    return environments


def _fill(environment: Mapping[str, str], of: tuple[str, int]) -> None:
    name, size = of
    start = perf_counter()
    command = [sys.executable, "manage.py", "demo", "--group", "bench", "--seasons", "1"]
    command += ["--sessions", str(size), "--players", str(PLAYERS), "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    taken = perf_counter() - start
    print(f"{name}: {size:,} sessions in {taken:,.0f} s, {size / taken:,.0f} a second", flush=True)


@dataclass
class Site:
    """The site on the database of one size, and beside it views with nothing in between."""

    size: int
    host: str
    bare: str
    season: str
    player: str
    taken: Times = field(default_factory=lambda: defaultdict(list))

    def visit(self, round: int) -> None:
        self._post("/season/moved-on")
        etag = self._timed("standings, changed", self.host, self.season).headers["ETag"]
        seen = {"If-None-Match": etag or ""}
        self._timed("standings, unchanged (304)", self.host, self.season, seen, expect=304)
        self._timed("standings, unchanged (200)", self.host, self.season)
        self._timed("player", self.host, self.player)
        self._timed("bare rows", self.bare, "/rows")
        self._timed("constant", self.bare, "/constant")
        self._finish(round)

    def _finish(self, round: int) -> None:
        begun = json.loads(self._post(f"/season/one-turn-left/{round}"))
        path = f"/season/last-turn/{begun['session']}/{round}"
        self._timed("final result", self.host, path, method="POST")

    def _post(self, path: str) -> bytes:
        return _asked(self.host, path, {}, "POST")[1]

    def _timed(
        self,
        what: str,
        host: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        method: str = "GET",
        expect: int = 200,
    ) -> http.client.HTTPResponse:
        start = perf_counter()
        response, _body = _asked(host, path, headers or {}, method)
        self.taken[what].append(perf_counter() - start)
        if response.status != expect:
            raise AssertionError(f"{what}: {path} answers {response.status}, not {expect}")
        return response

    def queries(self, page: str) -> int:
        _response, body = _asked(self.host, f"/season/queries?page={quote(page)}", {}, "GET")
        return int(json.loads(body)["queries"])


def _asked(
    host: str, path: str, headers: Mapping[str, str], method: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(host, timeout=120)
    connection.request(method, path, headers=dict(headers))
    response = connection.getresponse()
    body = response.read()
    connection.close()
    if response.status >= 400:
        raise AssertionError(f"{path} answers {response.status}")
    return response, body


@contextmanager
def _served(size: int, environment: dict[str, str]) -> Iterator[Site]:
    """Serve each site by one process, so that a cached page is always found."""
    alone = {**environment, "WEB_CONCURRENCY": "1"}
    with ExitStack() as servers:
        host = urlsplit(servers.enter_context(running(alone, "tests.load.settings"))).netloc
        bare = urlsplit(servers.enter_context(running(alone, "tests.load.bare_settings"))).netloc
        found: Any = json.loads(_asked(host, "/season/addresses", {}, "GET")[1])
        yield Site(size, host, bare, found["season"], found["player"])


# What comes of it


def _measured(database: str, built: Mapping[int, dict[str, str]]) -> int:
    """Measure all pages in turns, print each limit, and return how many are broken."""
    with ExitStack() as servers:
        sites = [servers.enter_context(_served(size, built[size])) for size in SIZES]
        for round in range(ROUNDS):
            for site in sites:
                site.visit(round)
        queries = {site.size: site.queries(site.season) for site in sites}
    times = {(what, site.size): taken for site in sites for what, taken in site.taken.items()}
    print(f"a season on {database}, {ROUNDS} times each in turns, medians in ms:")
    print(f"  {'sessions':<24}" + "".join(f"{size:>10,}" for size in SIZES))
    for what in sites[0].taken:
        medians = [statistics.median(times[what, size]) for size in SIZES]
        cells = "".join(f"{median * 1e3:10.2f}" for median in medians)
        print(f"  {what:<24}{cells}")
    print(f"  {'queries of the page':<24}" + "".join(f"{queries[size]:>10}" for size in SIZES))
    return _broken(times, max(queries.values()))


def _rates_broken(environment: dict[str, str]) -> int:
    """Return how many limits the rates of the cached standings page break, served as shipped."""
    with ExitStack() as servers:
        host = servers.enter_context(running(environment, "tests.load.settings"))
        bare = servers.enter_context(running(environment, "tests.load.bare_settings"))
        addresses = json.loads(_asked(urlsplit(host).netloc, "/season/addresses", {}, "GET")[1])
        page, cookie = addresses["season"], addresses["member_cookie"]
        measured, failed = rates(
            {
                "constant": (bare, [get_request(bare, "/constant")]),
                "a stranger": (host, [get_request(host, page)]),
                "a member": (host, [get_request(host, page, cookie)]),
            }
        )
    constant = measured.pop("constant")
    print(f"the cached standings of a season, {CLIENTS} clients at once, {failed} failed:")
    print(f"  a constant bare view    {constant:7.0f} a second")
    broken = int(failed > 0)
    for reader, rate in measured.items():
        share, least = rate / constant, LEAST_SHARES[reader]
        verdict = _mark(share < least)
        print(f"  {reader:<24}{rate:7.0f} a second{share:7.2f}    (at least {least:.2f}){verdict}")
        broken += share < least
    return broken


def _broken(times: Mapping[tuple[str, int], list[float]], queries: int) -> int:
    """Each round is compared with itself: the machine was as busy for both."""
    few, many = min(SIZES), max(SIZES)
    broken = int(queries > MOST_QUERIES)
    print(f"  {queries} queries    (at most {MOST_QUERIES}){_mark(queries > MOST_QUERIES)}")
    for limit in limits(few, many):
        pairs = zip(times[limit.what, limit.size], times[limit.of, limit.of_size], strict=True)
        ratio = statistics.median(taken / other for taken, other in pairs)
        over = ratio > limit.most
        against = limit.of if limit.of != limit.what else f"that at {limit.of_size:,}"
        told = f"{limit.what} at {limit.size:,} / {against}"
        print(f"  {told:<56}{ratio:6.2f}    (at most {limit.most}){_mark(over)}")
        broken += over
    return broken


def _mark(over: bool) -> str:
    return "    BROKEN" if over else "    kept"


if __name__ == "__main__":
    sys.exit(main())
