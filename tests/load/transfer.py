"""`make bench`: how many documents a second go in and come out, against bare inserts."""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

import django

from tests.serving import prepared_environment

DOCUMENTS = 10_000
SINGLY = 500  # of them one at a time
BATCH = 100  # the others, as `import_sessions` does
YEAR = 2026
LEAST_IN, LEAST_OUT = 150, 1_000  # a second, on SQLite


@contextmanager
def fresh_site() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(prepared_environment(Path(folder) / "var"))
        django.setup()
        yield


def main() -> int:
    with fresh_site():
        from django.db import connection

        from scoring.exchange.export_sessions import export_documents
        from scoring.models import Session
        from tests.load.documents import mixed_lines

        documents = [
            {**json.loads(line), "played_on": _day(at)}
            for at, line in enumerate(mixed_lines(DOCUMENTS))
        ]
        singly, together = _imported(documents)
        start = perf_counter()
        number = sum(1 for _ in map(json.dumps, export_documents(Session.objects.all())))
        exported = perf_counter() - start

        rows = _rows_stored()
        start = perf_counter()
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE bare (session integer, place integer, word text)")
            cursor.executemany(
                "INSERT INTO bare VALUES (%s, %s, %s)", [(at, 1, "x") for at in range(rows)]
            )
        bare = perf_counter() - start
        vendor = connection.vendor
    _report(vendor, number, rows, (singly, together, exported), bare)
    too_slow = together < LEAST_IN or number / exported < LEAST_OUT
    return int(vendor == "sqlite" and too_slow)


def _day(at: int) -> str:
    """Evening after evening, over the year."""
    return (date(YEAR, 1, 1) + timedelta(days=at * 365 // DOCUMENTS)).isoformat()


def _imported(documents: list[Any]) -> tuple[float, float]:
    """Return the sessions imported a second into a running season: singly, and in batches."""
    from django.utils import timezone

    from scoring.exchange.import_sessions import Importer
    from scoring.leagues import leagues
    from scoring.models import Group, League, Season
    from scoring.models.revisions import By
    from scoring.registry import installed_games

    group = Group.objects.create(name="Bench", slug="bench")
    league = League.objects.create(group=group, name="Cup", slug="cup")
    days = {"starts_on": date(YEAR, 1, 1), "ends_on": date(YEAR, 12, 31)}
    season = Season(league=league, name="Year", slug="year", **days)
    leagues.settle(season=season, games=list(installed_games()))
    importer = Importer(group, league)
    start = perf_counter()
    for document in documents[:SINGLY]:
        importer.import_document(document, By(at=timezone.now()))
    singly = SINGLY / (perf_counter() - start)
    start = perf_counter()
    for at in range(SINGLY, len(documents), BATCH):
        importer.import_documents(documents[at : at + BATCH], By(at=timezone.now()))
    return singly, (len(documents) - SINGLY) / (perf_counter() - start)


def _rows_stored() -> int:
    from django.apps import apps

    return sum(
        model._default_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in {"scoring", "artbox", "artem", "canvas", "duplik"}
    )


def _report(
    vendor: str, number: int, rows: int, measured: tuple[float, float, float], bare: float
) -> None:
    singly, together, exported = measured
    print(f"{number:,} documents, {rows:,} rows, on {vendor}, in a league with a season:")
    print(f"  import  {together:8,.0f} documents a second (at least {LEAST_IN})")
    print(f"  export  {number / exported:8,.0f} documents a second (at least {LEAST_OUT:,})")
    print(f"  one document at a time {singly:8,.0f} a second")
    print(
        f"  a bare executemany of as many rows: import {number / together / bare:.1f} times that,"
    )
    print(f"  export {exported / bare:.1f} times that")


if __name__ == "__main__":
    sys.exit(main())
