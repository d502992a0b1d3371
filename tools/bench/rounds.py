"""Time what one person waits for: taps, polls and pages, in turns with REF and the bare write.

In processor time of the server, because the machine may be busy; only what the budget promises is
timed by the clock."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import sleep
from typing import Any

from tools.bench.browser import Answer, Browser
from tools.bench.results import Line, limit_of
from tools.bench.sites import Site
from tools.bench.statements import most
from tools.bench.taps import EVENINGS, LAST_TURN, Tap

REF, WRITE, ROWS = "REF", "a bare write", "a bare page of rows"
AFTER_AN_ANSWER = 0.002  # seconds, in which the server ends its work on a request
PAGES = ("player", "game", "group")
BARE_A_ROUND = 3  # of the bare views: they are so quick that one would be too few
# Processor as multiples of REF's, on SQLite and on PostgreSQL: a third more than what it takes at
# 20,000 sessions, and no more than the budget.
TIMES_REF = {
    "tap, artem": (26, 36),
    "tap, artbox": (48, 66),
    "tap, canvas": (37, 52),
    "tap, duplik": (50, 70),
    "changed poll, first reader": (20, 28),
    "changed poll, second reader": (6, 9),
    "board, first reader": (24, 32),
    "board, second reader": (11, 14),
    "result, first reader": (52, 70),
    "result, second reader": (13, 17),
    "player page, a stranger": (100, 100),
    "player page, a member": (100, 100),
    "player page, kept": (10, 13),
    "player page, unchanged": (14, 18),
    "game page, a stranger": (43, 55),
    "game page, a member": (43, 55),
    "game page, kept": (8, 11),
    "game page, unchanged": (11, 15),
    "group page, a stranger": (45, 60),
    "group page, a member": (58, 75),
    "group page, kept": (12, 16),
    "group page, unchanged": (20, 20),
    "home, a stranger": (9, 12),
    "home, a member": (50, 65),
    "public result, a stranger": (12, 16),
    "standings, changed, a stranger": (53, 70),
    "standings, kept, a stranger": (8, 11),
    "standings, kept, a member": (13, 17),
}
STANDINGS, FINAL = "standings, changed, a stranger", "final result"
# Pages of a group, by the most that a reader may wait for any of them, in ms (docs/scaling.md).
BUDGET = {
    50: (
        STANDINGS,
        "standings, changed, a member",
        *(f"{page} page, {reader}" for page in PAGES for reader in ("a stranger", "a member")),
    ),
    10: (
        "standings, kept, a stranger",
        "standings, kept, a member",
        "public result, a stranger",
        *(f"{page} page, {kept}" for page in PAGES for kept in ("kept", "unchanged")),
    ),
}
MOST_OF_A_FINAL = 60  # ms of the processor
KILOBYTES = {
    "tap, artem": 3,
    "tap, artbox": 5,
    "tap, canvas": 7,
    "tap, duplik": 6,
    STANDINGS: 11,
}


class Rounds:
    """How long everything took at one site, by what it was."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.used: dict[str, list[float]] = defaultdict(list)  # of the processor
        self.seconds: dict[str, list[float]] = defaultdict(list)  # that a browser waited
        self.bare = Browser(site.bare)
        self.stranger, self.member = Browser(site.address), site.signed_in("member")
        self.tables = [Table(site, slug) for slug in EVENINGS]
        self.finals = iter(site.scene["finals"])
        self.bytes: dict[str, int] = {}  # on the wire, of the latest answer

    def visit(self, round: int) -> None:
        self._bare()
        for table in self.tables:
            table.visit(round, self.ask)
        self._bare()
        self.final_result()
        self._pages()

    def close(self) -> None:
        phones = [phone for table in self.tables for phone in (table.host, *table.watchers)]
        for browser in (self.bare, self.stranger, self.member, *phones):
            browser.close()

    def _bare(self) -> None:
        for _ in range(BARE_A_ROUND):
            self.ask(REF, partial(self.bare.get, "/"), self.site.bare)
            self.ask(WRITE, partial(self.bare.post, "/writes", {}), self.site.bare)
        self.ask(ROWS, partial(self.bare.get, "/rows"), self.site.bare)

    def final_result(self) -> None:
        final = next(self.finals)
        phone = self.site.at_table(final["host"])
        address = f"/table/{final['uuid']}/"
        phone.get(address)
        fields = LAST_TURN.at(0)
        self.ask(FINAL, partial(phone.post, address + LAST_TURN.path, fields, htmx=True))
        phone.close()

    def _pages(self) -> None:
        """Read the pages that a final result changed."""
        scene = self.site.scene
        self.read(STANDINGS, self.stranger, scene["season"])
        self.read("standings, kept, a stranger", self.stranger, scene["season"])
        self.read("standings, changed, a member", self.member, scene["season"])
        self.read("standings, kept, a member", self.member, scene["season"])
        self.read("home, a stranger", self.stranger, scene["home"])
        self.read("home, a member", self.member, scene["home"])
        self.read("public result, a stranger", self.stranger, scene["public result"])
        for page in PAGES:
            self.read(f"{page} page, a stranger", self.stranger, scene[page])
            self.read(f"{page} page, kept", self.stranger, scene[page])
            answer = self.read(f"{page} page, a member", self.member, scene[page])
            etag = answer.headers.get("etag", "")
            self.read(f"{page} page, unchanged", self.member, scene[page], etag)

    def read(self, what: str, browser: Browser, path: str, etag: str = "") -> Answer:
        return self.ask(what, partial(browser.get, path, etag=etag))

    def ask(self, what: str, request: Callable[[], Answer], address: str = "") -> Answer:
        """Send a request to the site, or to the `address` of the bare views, and time it."""
        asked = address or self.site.address
        before = self.site.used_by(asked)
        answer = request()
        sleep(AFTER_AN_ANSWER)
        self.used[what].append(self.site.used_by(asked) - before)
        if answer.status not in {200, 204, 304}:
            raise AssertionError(f"{what} answers {answer.status}: {answer.text[:500]}")
        self.seconds[what].append(answer.seconds)
        self.bytes[what] = len(answer.body)
        return answer

    def least(self, what: str, latest: int = 0) -> float:
        """Return the processor seconds of the best of the latest rounds, or of all rounds: a busy
        machine only adds to them."""
        return min(self.used[what][-latest:])

    def most(self, what: str) -> tuple[float, str]:
        """Return the longest time of the games, and whose it is."""
        return max((self.least(f"{what}, {slug}"), slug) for slug in EVENINGS)


class Table:
    """The phones at a table: its host, and two that watch."""

    def __init__(self, site: Site, slug: str) -> None:
        table = site.scene["tables"][slug]
        self.slug, self.live, self.versions = slug, str(table["live"]), site.versions
        self.path = f"/table/{table['uuid']}/"
        self.tap: Tap = EVENINGS[slug].tap
        self.host = site.at_table(table["host"])
        self.watchers = [site.at_table(cookie) for cookie in table["watchers"]]
        for phone in (self.host, *self.watchers):
            self._note(phone.get(self.path))

    def visit(self, round: int, ask: Callable[[str, Callable[[], Answer]], Answer]) -> None:
        seen = self.versions[self.slug]
        tap = partial(self.host.post, self.path + self.tap.path, self._fields(round), htmx=True)
        self._note(ask(f"tap, {self.slug}", tap))
        readers = list(zip(self.watchers, ("first", "second"), strict=True))
        for watcher, reader in readers:
            poll = partial(watcher.get, f"{self.path}live?seen={seen}", htmx=True)
            polled = ask(f"changed poll, {reader} reader, {self.slug}", poll)
            if polled.status != 200 or "live?seen=" not in polled.text:
                raise AssertionError(f"a changed poll of {self.slug} brought no table")
        now = self.versions[self.slug]
        unchanged = f"{self.path}live?seen={now}"
        ask("unchanged poll", partial(self.watchers[0].get, unchanged, htmx=True))
        for page in ("board", "result"):
            for watcher, reader in readers:
                look = partial(watcher.get, f"{self.path}{page}/")
                ask(f"{page}, {reader} reader, {self.slug}", look)
        if self.tap.others is None:
            self._note(self.host.post(f"{self.path}undo/", {}, htmx=True))

    def _fields(self, round: int) -> dict[str, Any]:
        return {
            name: value.format(live=self.live) if isinstance(value, str) else value
            for name, value in self.tap.at(round).items()
        }

    def _note(self, answer: Answer) -> None:
        _before, found, after = answer.text.partition("live?seen=")
        if answer.status != 200 or not found:
            raise AssertionError(f"{self.slug} answers {answer.status}: {answer.text[:500]}")
        self.versions[self.slug] = int(after.partition('"')[0])


def round_lines(few: Rounds, many: Rounds) -> list[Line]:
    """Return the lines of the site with many sessions; growth is measured against the other."""
    return [
        *_times_ref(many),
        *_budget(many),
        *_growth(few, many),
        *_statements(many.site),
        *_sizes(many),
    ]


def _times_ref(rounds: Rounds) -> Iterator[Line]:
    database, ref = rounds.site.database, rounds.least(REF)
    yield Line(database, f"REF, processor of a constant page, {ref * 1e3:.3f} ms", 1, "× REF", 1)
    write = rounds.least(WRITE) / ref
    yield Line(database, "a bare write: 5 INSERTs and 1 UPDATE", write, "× REF", write)
    for what in TIMES_REF:
        limit = limit_of(TIMES_REF, what, database)
        if f"{what}, artem" in rounds.seconds:
            longest, slug = rounds.most(what)
            yield Line(database, f"{what} (longest: {slug})", longest / ref, "× REF", limit)
        else:
            yield Line(database, what, rounds.least(what) / ref, "× REF", limit)


def _budget(rounds: Rounds) -> Iterator[Line]:
    for limit, pages in BUDGET.items():
        slowest, what = max((median(rounds.seconds[page]), page) for page in pages)
        of = "kept page" if limit < max(BUDGET) else "page"
        yield Line(
            rounds.site.database, f"slowest {of} of a group: {what}", slowest * 1e3, "ms", limit
        )


def _growth(few: Rounds, many: Rounds) -> Iterator[Line]:
    database = many.site.database
    against = f"at {many.site.sessions:,} sessions, × at {few.site.sessions:,}"
    for what, limit in ((STANDINGS, 1.5), ("player page, a stranger", 3)):
        grown = many.least(what) / few.least(what)
        yield Line(database, f"{what}, {against}", grown, "times", limit)
    # It counts the results of the players: as many as they have.
    taken = many.least(FINAL) * 1e3
    name = f"{FINAL}, {many.site.sessions:,} sessions, processor"
    yield Line(database, name, taken, "ms", MOST_OF_A_FINAL)
    uncached = many.least(STANDINGS) / many.least(ROWS)
    yield Line(database, f"{STANDINGS}, × a bare page of rows", uncached, "times", 4)


def _statements(site: Site) -> Iterator[Line]:
    for what, number in site.scene["statements"].items():
        yield Line(site.database, f"SQL, {what}", number, "statements", most(what))


def _sizes(rounds: Rounds) -> Iterator[Line]:
    for what, limit in KILOBYTES.items():
        yield Line(
            rounds.site.database, f"{what}: its answer", rounds.bytes[what] / 1e3, "kB", limit
        )
