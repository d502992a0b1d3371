"""Time what one person waits for: taps, polls and pages, in turns with REF and the bare write."""

from collections import defaultdict
from collections.abc import Iterator
from statistics import median
from typing import Any

from tools.bench.browser import Answer, Browser
from tools.bench.results import Line, limit_of
from tools.bench.sites import Site
from tools.bench.statements import most
from tools.bench.taps import EVENINGS, LAST_TURN, Tap

REF, WRITE, ROWS = "REF", "a bare write", "a bare page of rows"
BARE_A_ROUND = 3  # of the bare views: they are so quick that one would be too few
# As multiples of REF, on SQLite and on PostgreSQL.
TIMES_REF = {
    "tap, artem": (20, 28),
    "tap, artbox": (26, 36),
    "tap, canvas": (26, 36),
    "tap, duplik": (26, 36),
    "changed poll, first reader": (20, 28),
    "changed poll, second reader": (12, 18),
    "board, first reader": (20, 20),
    "board, second reader": (10, 10),
    "result, first reader": (30, 30),
    "result, second reader": (10, 10),
    "player page, a stranger": (40, 40),
    "player page, a member": (40, 40),
    "player page, unchanged": (10, 10),
    "game page, a stranger": (30, 30),
    "game page, a member": (30, 30),
    "game page, unchanged": (10, 10),
    "group page, a stranger": (20, 20),
    "group page, a member": (20, 20),
    "group page, unchanged": (10, 10),
    "home, a stranger": (20, 20),
    "home, a member": (60, 60),
    "public result, a stranger": (40, 40),
    "standings, changed, a stranger": (60, 60),
}
STANDINGS, FINAL = "standings, changed, a stranger", "final result"
MOST_OF_A_FINAL = 300  # ms
KILOBYTES = {
    "tap, artem": 10,
    "tap, artbox": 30,
    "tap, canvas": 10,
    "tap, duplik": 10,
    STANDINGS: 10,
}


class Rounds:
    """The seconds that everything took at one site, by what it was."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.bare = Browser(site.bare)
        self.stranger, self.member = Browser(site.address), site.signed_in("member")
        self.tables = [Table(site, slug) for slug in EVENINGS]
        self.finals = iter(site.scene["finals"])
        self.bytes: dict[str, int] = {}  # on the wire, of the latest answer

    def visit(self, round: int) -> None:
        self._bare()
        for table in self.tables:
            for what, answer in table.visit(round):
                self._add(what, answer)
        self._bare()
        self.final_result()
        self._pages()

    def close(self) -> None:
        phones = [phone for table in self.tables for phone in (table.host, *table.watchers)]
        for browser in (self.bare, self.stranger, self.member, *phones):
            browser.close()

    def _bare(self) -> None:
        for _ in range(BARE_A_ROUND):
            self._add(REF, self.bare.get("/"))
            self._add(WRITE, self.bare.post("/writes", {}))
        self._add(ROWS, self.bare.get("/rows"))

    def final_result(self) -> None:
        final = next(self.finals)
        phone = self.site.at_table(final["host"])
        address = f"/table/{final['uuid']}/"
        phone.get(address)
        self._add(FINAL, phone.post(address + LAST_TURN.path, LAST_TURN.at(0), htmx=True))
        phone.close()

    def _pages(self) -> None:
        """Read the pages that a final result changed."""
        scene = self.site.scene
        self._get(STANDINGS, self.stranger, scene["season"])
        self._get("standings, kept, a stranger", self.stranger, scene["season"])
        self._get("standings, changed, a member", self.member, scene["season"])
        self._get("standings, kept, a member", self.member, scene["season"])
        self._get("home, a stranger", self.stranger, scene["home"])
        self._get("home, a member", self.member, scene["home"])
        self._get("public result, a stranger", self.stranger, scene["public result"])
        for page in ("player", "game", "group"):
            self._get(f"{page} page, a stranger", self.stranger, scene[page])
            answer = self._get(f"{page} page, a member", self.member, scene[page])
            etag = answer.headers.get("etag", "")
            self._get(f"{page} page, unchanged", self.member, scene[page], etag)

    def _get(self, what: str, browser: Browser, path: str, etag: str = "") -> Answer:
        answer = browser.get(path, etag=etag)
        self._add(what, answer)
        return answer

    def _add(self, what: str, answer: Answer) -> None:
        if answer.status not in {200, 204, 304}:
            raise AssertionError(f"{what} answers {answer.status}: {answer.text[:500]}")
        self.seconds[what].append(answer.seconds)
        self.bytes[what] = len(answer.body)

    def median(self, what: str) -> float:
        return median(self.seconds[what])

    def most(self, what: str) -> tuple[float, str]:
        """Return the longest median of the games, and whose it is."""
        return max((self.median(f"{what}, {slug}"), slug) for slug in EVENINGS)


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

    def visit(self, round: int) -> Iterator[tuple[str, Answer]]:
        seen = self.versions[self.slug]
        tapped = self.host.post(self.path + self.tap.path, self._fields(round), htmx=True)
        yield f"tap, {self.slug}", tapped
        self._note(tapped)
        for watcher, reader in zip(self.watchers, ("first", "second"), strict=True):
            polled = watcher.get(f"{self.path}live?seen={seen}", htmx=True)
            yield f"changed poll, {reader} reader, {self.slug}", polled
            if polled.status != 200 or "live?seen=" not in polled.text:
                raise AssertionError(f"a changed poll of {self.slug} brought no table")
        now = self.versions[self.slug]
        yield "unchanged poll", self.watchers[0].get(f"{self.path}live?seen={now}", htmx=True)
        for page in ("board", "result"):
            for watcher, reader in zip(self.watchers, ("first", "second"), strict=True):
                address = f"{self.path}{page}/"
                yield f"{page}, {reader} reader, {self.slug}", watcher.get(address)
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
    return [*_times_ref(many), *_growth(few, many), *_statements(many.site), *_sizes(many)]


def _times_ref(rounds: Rounds) -> Iterator[Line]:
    database, ref = rounds.site.database, rounds.median(REF)
    yield Line(database, f"REF, a constant page, p50 {ref * 1e3:.3f} ms", 1, "× REF", 1)
    write = rounds.median(WRITE) / ref
    yield Line(database, "a bare write: 5 INSERTs and 1 UPDATE", write, "× REF", write)
    for what in TIMES_REF:
        limit = limit_of(TIMES_REF, what, database)
        if f"{what}, artem" in rounds.seconds:
            longest, slug = rounds.most(what)
            yield Line(database, f"{what} (longest: {slug})", longest / ref, "× REF", limit)
        else:
            yield Line(database, what, rounds.median(what) / ref, "× REF", limit)


def _growth(few: Rounds, many: Rounds) -> Iterator[Line]:
    database = many.site.database
    against = f"at {many.site.sessions:,} sessions, × at {few.site.sessions:,}"
    for what, limit in ((STANDINGS, 1.1), ("player page, a stranger", 2.0)):
        grown = many.median(what) / few.median(what)
        yield Line(database, f"{what}, {against}", grown, "times", limit)
    # It counts the results of the players: as many as they have.
    taken = many.median(FINAL) * 1e3
    yield Line(database, f"{FINAL}, {many.site.sessions:,} sessions", taken, "ms", MOST_OF_A_FINAL)
    uncached = many.median(STANDINGS) / many.median(ROWS)
    yield Line(database, f"{STANDINGS}, × a bare page of rows", uncached, "times", 2.5)


def _statements(site: Site) -> Iterator[Line]:
    for what, number in site.scene["statements"].items():
        yield Line(site.database, f"SQL, {what}", number, "statements", most(what))


def _sizes(rounds: Rounds) -> Iterator[Line]:
    for what, limit in KILOBYTES.items():
        yield Line(
            rounds.site.database, f"{what}: its answer", rounds.bytes[what] / 1e3, "kB", limit
        )
