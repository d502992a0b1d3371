"""`make bench`: how many documents a second go in and come out, against bare inserts."""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import django

from tests.serving import prepared_environment

DOCUMENTS = 10_000
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
        from django.utils import timezone

        from scoring.models import Group, Session
        from scoring.sessions import By
        from scoring.transfer import Importer, export
        from tests.load.documents import mixed_lines

        documents = [json.loads(line) for line in mixed_lines(DOCUMENTS)]
        group = Group.objects.create(name="Bench", slug="bench")
        importer = Importer(group)
        start = perf_counter()
        for document in documents:
            importer.take(document, By(at=timezone.now()))
        imported = perf_counter() - start

        start = perf_counter()
        number = sum(1 for _ in map(json.dumps, export(Session.objects.in_order().iterator())))
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
    _report(vendor, number, rows, imported, exported, bare)
    too_slow = number / imported < LEAST_IN or number / exported < LEAST_OUT
    return int(vendor == "sqlite" and too_slow)


def _rows_stored() -> int:
    from django.apps import apps

    return sum(
        model._default_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in {"scoring", "artbox", "artem", "canvas", "duplik"}
    )


def _report(
    vendor: str, number: int, rows: int, imported: float, exported: float, bare: float
) -> None:
    print(f"{number:,} documents, {rows:,} rows, on {vendor}:")
    print(f"  import  {number / imported:8,.0f} documents a second (at least {LEAST_IN})")
    print(f"  export  {number / exported:8,.0f} documents a second (at least {LEAST_OUT:,})")
    print(f"  a bare executemany of as many rows: import {imported / bare:.1f} times that,")
    print(f"  export {exported / bare:.1f} times that")


if __name__ == "__main__":
    sys.exit(main())
