"""List the worker's duties and how often it does them; once an hour, the periodic work."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import OperationalError, connection
from django.utils import timezone

from scoring.accounts.second_factor_secrets import encrypt_anew
from scoring.background.jobs import report_running_jobs, run_ready_jobs
from scoring.background.outbox import send_due_mail
from scoring.background.worker import Duty, Stopped
from scoring.evenings.mail import write_due_mail
from scoring.folio.orphans import remove_orphans
from scoring.folio.renditions import read_new_photos
from scoring.leagues.counting import count_all
from scoring.totals.skill import refresh_all
from scoring.upkeep.remove_expired import MOST_ROWS, remove_expired

SECOND, MINUTE, HOUR = 1, 60, 3600
JOBS_PAUSE = 0.25  # seconds: somebody looks at the page of their job
CHECKPOINT_PATIENCE = 200  # milliseconds, during which others wait for us to write

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Done:
    """A line that says what was done, and how many rows it removed."""

    line: str
    removed: int = 0


def tend(*, at: datetime, stopped: Stopped = lambda: False) -> Iterator[Done]:
    """Do all periodic work, kind by kind."""
    for line, number in remove_expired(at=at, stopped=stopped):
        yield Done(line, number)
    orphans = remove_orphans(at=at, stopped=stopped)
    yield Done(f"Removed {orphans} files of photos that are gone.", orphans)
    yield Done(f"Encrypted {encrypt_anew(most=MOST_ROWS)} second factors with the current key.")
    yield Done(f"Seasons recalculated after a change: {count_all(stopped)}.")
    seasons = refresh_all(stopped)
    yield Done(f"Seasons whose skill was recalculated: {seasons}.")
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        _tidy_up_sqlite()
        yield Done("Emptied SQLite’s write-ahead log and updated its statistics.")


def _tidy_up_sqlite() -> None:
    with connection.cursor() as cursor:
        # First: it writes what it counted, to the log as well. While others write, the statistics
        # can wait for the next hour.
        with suppress(OperationalError):
            cursor.execute("PRAGMA optimize")
        with _short_patience(cursor):
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _short_patience(cursor: Any) -> Iterator[None]:
    """Wait only briefly for readers: while a checkpoint waits for them, nobody else can write."""
    (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
    cursor.execute(f"PRAGMA busy_timeout = {CHECKPOINT_PATIENCE}")
    try:
        yield
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {usual}")


def _tend_and_log(stopped: Stopped) -> None:
    for done in tend(at=timezone.now(), stopped=stopped):
        if done.removed:
            logger.info(done.line)


REPORT_JOBS = Duty("report", report_running_jobs, pause=SECOND)
DUTIES = (
    Duty("mail", send_due_mail, pause=SECOND),
    Duty("evenings", write_due_mail, pause=MINUTE),
    Duty("jobs", run_ready_jobs, pause=JOBS_PAUSE),
    Duty("photos", read_new_photos, pause=JOBS_PAUSE),
    Duty("skill", refresh_all, pause=SECOND),
    REPORT_JOBS,
    Duty("tend", _tend_and_log, pause=HOUR),
)
