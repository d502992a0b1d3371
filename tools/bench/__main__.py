"""`make bench`: what people wait for at the site, beside bare views of Django in the same run.

On SQLite and on PostgreSQL. QUICK=1 measures the same with less data and in fewer rounds, only on
SQLite, in four minutes; BENCH_DATABASES=sqlite,postgresql measures both. Each line has a figure, a
limit and a verdict; it exits with 1 if any is over its limit. Figures of a busy machine say little,
but for those that are multiples or shares."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import django

from tests.postgresql import own_postgresql
from tools.bench.commands import rules_lines, score_lines
from tools.bench.loads import WATCHERS, load_lines
from tools.bench.long_work import (
    admin_lines,
    correction_lines,
    download_lines,
    merge_lines,
    new_rules_lines,
)
from tools.bench.results import Line, table
from tools.bench.rounds import Rounds, round_lines
from tools.bench.sites import Site, fill, served
from tools.bench.together import together_lines


@dataclass(frozen=True, slots=True)
class Size:
    few: int  # sessions
    many: int
    rounds: int
    corrections: int
    seconds: float  # that eight clients ask for each thing
    documents: int
    turns: int


FULL = Size(100, 20_000, 100, 5, 3, 20_000, 5)
QUICK = Size(100, 1_000, 8, 2, 0.3, 1_000, 2)


def main() -> int:
    is_quick = bool(os.environ.get("QUICK"))
    size, usual = (QUICK, "sqlite") if is_quick else (FULL, "sqlite,postgresql")
    databases = os.environ.get("BENCH_DATABASES", usual).split(",")
    if is_quick:
        _say(f"QUICK=1: on {', '.join(databases)} alone, with {size.many:,} sessions")
    start = perf_counter()
    lines: list[Line] = []
    try:
        lines.extend(_lines(size, databases))
    finally:  # whatever fails after an hour
        print("\n".join(table(lines)))
        over = sum(not line.is_within for line in lines)
        print(f"{len(lines)} lines, {over} over their limits, in {perf_counter() - start:,.0f} s")
    return int(over > 0)


def _lines(size: Size, databases: list[str]) -> Iterator[Line]:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    yield from rules_lines(size.turns)
    yield from score_lines(size.documents, size.turns)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        for database in databases:
            url = stack.enter_context(own_postgresql()) if database == "postgresql" else ""
            yield from _database_lines(Path(folder), database, url, size)


def _database_lines(folder: Path, database: str, url: str, size: Size) -> Iterator[Line]:
    """Measure a site with many sessions beside one with few."""
    with ExitStack() as stack:
        few, many = (
            stack.enter_context(_filled(folder, database, url, number, size))
            for number in (size.few, size.many)
        )
        yield from _site_lines(few, many, size)


@contextmanager
def _filled(folder: Path, database: str, url: str, sessions: int, size: Size) -> Iterator[Site]:
    start = perf_counter()
    finals = size.rounds + size.corrections + 3
    filled = fill(folder, database, url, (sessions, finals, WATCHERS))
    _say(f"{database}: {sessions:,} sessions in {perf_counter() - start:,.0f} s")
    with served(database, sessions, filled) as site:
        yield site


def _site_lines(few: Site, many: Site, size: Size) -> Iterator[Line]:
    visited = [Rounds(few), Rounds(many)]
    for round in range(size.rounds):
        for rounds in visited:
            rounds.visit(round)
    yield from round_lines(*visited)
    yield from together_lines(many)
    yield from load_lines(many, size.seconds)
    yield from admin_lines(visited[1], size.turns)
    yield from correction_lines(visited[1], size.corrections)
    yield from new_rules_lines(many)
    yield from merge_lines(many)
    yield from download_lines(many)


def _say(progress: str) -> None:
    print(progress, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
