"""Time an import of 2,000 results, of each kind of file, on the site and its worker.

`python -m tools.load.imports [--postgresql]`: each is previewed, added by a worker that is stopped
in the middle and continues, added again, which adds nothing, and undone. Seconds of the clock, with
those of this process's processor in brackets: the others were waited for."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from io import BytesIO
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import django
from django.test.utils import setup_test_environment

from tests.postgresql import own_postgresql
from tests.serving import prepared_environment

RESULTS = 2_000
OTHERS = 3_000  # plays of other games beside them
STOPPED_AFTER = 12  # looks of the worker whether it is to stop, one with each batch
PLAYERS = [f"Ana {number}" for number in range(40)]


@contextmanager
def timed(seconds: dict[str, str], what: str) -> Iterator[None]:
    wall, processor = perf_counter(), process_time()
    yield
    taken = perf_counter() - wall
    seconds[what] = f"{taken:.1f} ({process_time() - processor:.1f})"


def report() -> None:
    from tests.builders import imports

    results = imports.made_up(RESULTS, PLAYERS)
    kinds: dict[str, bytes] = {
        "BG Stats": imports.bgstats_export(results, OTHERS),
        "a row per session": imports.row_per_session(results).encode(),
        "a row per player": imports.row_per_player(results).encode(),
        "documents": imports.result_documents(results),
    }
    columns = ("read", "preview", "add", "again", "undo", "statements")
    print(f"{'':<20}" + "".join(f"{column:>14}" for column in columns))
    for kind, content in kinds.items():
        seconds = measure(content)
        print(f"{kind:<20}" + "".join(f"{seconds[column]:>14}" for column in columns), flush=True)


def measure(content: bytes) -> dict[str, str]:
    """Import into a new group with a league, once more, and undo it."""
    from scoring.models import Group, Session
    from tests.builders.seasons import season_of
    from tests.builders.tables import signed_in

    number = Group.objects.count()
    group = Group.objects.create(name="Thursday", slug=f"thursday-{number}")
    season_of(group)
    client = signed_in(f"keeper{number}", group, "scorekeeper")
    seconds: dict[str, str] = {}
    statements = count()

    with timed(seconds, "read"):
        preview = _upload(client, group.slug, content)
    with timed(seconds, "preview"):
        client.get(preview)
    with timed(seconds, "add"), _counted(statements):
        client.post(f"{preview}add/", {"plan": "1"})
        _work(stopped_after=STOPPED_AFTER)
        added = Session.objects.filter(group=group).count()
        assert added < RESULTS, added
        _work()
    seconds["statements"] = str(next(statements))
    assert Session.objects.filter(group=group).count() == RESULTS
    with timed(seconds, "again"):
        again = _upload(client, group.slug, content)
        client.post(f"{again}add/", {"plan": "1"})
        _work()
    assert Session.objects.filter(group=group).count() == RESULTS
    with timed(seconds, "undo"):
        client.post(f"{preview}undo/")
        _work()
    assert not Session.objects.filter(group=group).exists()
    assert not group.players.exists()
    return seconds


def _upload(client: Any, slug: str, content: bytes) -> str:
    """Upload a file, and return the address of its preview."""
    file = BytesIO(content)
    file.name = "results"
    answer = client.post(f"/g/{slug}/import/", {"file": file})
    return str(answer.headers["Location"]).removesuffix("columns/").removesuffix("people/")


def _work(stopped_after: int = sys.maxsize) -> None:
    from scoring.background.jobs import run_ready_jobs

    looks = count()
    run_ready_jobs(lambda: next(looks) >= stopped_after)


@contextmanager
def _counted(statements: Iterator[int]) -> Iterator[None]:
    from django.db import connection

    def note(execute: Callable[..., Any], *arguments: Any) -> Any:
        next(statements)
        return execute(*arguments)

    with connection.execute_wrapper(note):
        yield


def main() -> None:
    with (
        own_postgresql() if "--postgresql" in sys.argv else nullcontext("") as url,
        tempfile.TemporaryDirectory() as folder,
    ):
        os.environ["LOG_LEVEL"] = "WARNING"
        os.environ.update(prepared_environment(Path(folder) / "imports", url))
        django.setup()
        setup_test_environment()
        report()
        from django.db import connection

        connection.close()


if __name__ == "__main__":
    main()
