"""Jobs: work that a person asked for, registered by a name, done by the worker.

A job is a row that workers claim. It may be done again from its beginning, after its worker was
killed or stopped. So whatever it does must come to the same when it is done twice, and it has to
report its progress often: only then can it be stopped. Once another worker took it over, what the
first one says of it is ignored.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError
from django.db.models import F
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.models import FilePart, Job
from scoring.models.locks import lock_free_rows
from scoring.models.transactions import write_transaction

MOST_ATTEMPTS = 5  # a job that kills its worker each time is given up
SILENCE = timedelta(minutes=1)  # of a worker, after which another one takes over
FILE_PART = 256 * 1024  # bytes

logger = logging.getLogger(__name__)


class JobFailed(Exception):
    """The job cannot be done; the message tells the person who started it why."""


class Interrupted(Exception):
    """The worker stops, or another one has taken the job over."""


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a job: sentences for the person who started it, and a link."""

    sentences: tuple[str, ...] = ()
    link: str = ""


@dataclass(slots=True)
class Run:
    """One attempt at a job, which its worker watches while it lasts."""

    job: Job
    attempt: int
    is_stopped: Callable[[], bool]
    is_lost: bool = False
    done: int = 0
    total: int = 0

    def progress(self, done: int, total: int) -> None:
        """Say how far it is, as often as there is something to say. Raises Interrupted."""
        self.done, self.total = done, total
        if self.is_lost or self.is_stopped():
            raise Interrupted

    def save_file(self, name: str, content_type: str, chunks: Iterable[bytes]) -> None:
        """Save a file for the person who started it, replacing that of an earlier attempt."""
        self.job.parts.all().delete()
        number, unsaved = 0, bytearray()
        for chunk in chunks:
            unsaved += chunk
            if len(unsaved) >= FILE_PART:
                FilePart.objects.create(job=self.job, number=number, content=bytes(unsaved))
                number, unsaved = number + 1, bytearray()
        FilePart.objects.create(job=self.job, number=number, content=bytes(unsaved))
        self.update(file_name=name, file_type=content_type)

    def update(self, **columns: object) -> bool:
        """Change columns of the job, unless another worker has taken it over."""
        mine = Job.objects.unfinished().filter(pk=self.job.pk, attempts=self.attempt)
        return bool(mine.update(**columns))


Work = Callable[..., Done]


@dataclass(frozen=True, slots=True)
class Kind:
    title: str
    work: Work


KINDS: dict[str, Kind] = {}
running: dict[Any, Run] = {}  # in this process, by the keys of their jobs
_is_stopped: ContextVar[Callable[[], bool]] = ContextVar("is_stopped", default=lambda: False)


def kind(name: str, title: Any) -> Callable[[Work], Work]:
    """Register a function as a kind of job; it is given a Run and the arguments, by name.

    The title, which may be lazy, is the heading of the page that shows the job."""

    def register(work: Work) -> Work:
        KINDS[name] = Kind(title, work)
        return work

    return register


@write_transaction()
def enqueue(name: str, *, asked_by: User, arguments: Mapping[str, Any]) -> Job:
    """Ask for a job; if this person has asked for the same and it is not done yet, return that."""
    same = Job.objects.unfinished().alike(asked_by, name, dict(arguments)).first()
    if same is not None:
        return same
    return Job.objects.create(
        asked_at=timezone.now(),
        kind=name,
        arguments=dict(arguments),
        asked_by=asked_by,
        language=translation.get_language() or "",
    )


def _attempt(job: Job) -> None:
    run = Run(job, job.attempts, _is_stopped.get())
    with translation.override(job.language):
        try:
            running[job.pk] = run
            done = _do(run)
        except JobFailed as problem:
            _finish(run, Done((str(problem),)), failed=True)
        except Interrupted:
            # To be stopped is not the job's fault, so it does not count as an attempt.
            run.update(done=0, total=0, attempts=run.attempt - 1, alive_at=None)
        except (InterfaceError, OperationalError) as problem:
            # Of a database that was busy or away; another attempt is made after a while.
            logger.warning("Job %s (%s) could not go on: %s", job.pk, job.kind, problem)
        except Exception:
            logger.exception("Job %s (%s) failed.", job.pk, job.kind)
            _finish(run, Done((_something_went_wrong(),)), failed=True)
        else:
            _finish(run, done, failed=False)
        finally:
            running.pop(job.pk, None)


def _do(run: Run) -> Done:
    if run.attempt > MOST_ATTEMPTS:
        raise JobFailed(_something_went_wrong())
    return KINDS[run.job.kind].work(run, **run.job.arguments)


def _something_went_wrong() -> str:
    return _("Something went wrong on our side; it has been logged. Try again.")


def _finish(run: Run, done: Done, *, failed: bool) -> None:
    run.update(
        finished_at=timezone.now(),
        failed=failed,
        sentences=list(done.sentences),
        link=done.link,
        done=run.done,
        total=run.total,
    )


# For the worker


def run_ready_jobs(is_stopped: Callable[[], bool] = lambda: False) -> None:
    """Do the jobs that wait, one after the other, also those whose worker was killed."""
    token = _is_stopped.set(is_stopped)
    try:
        while not is_stopped() and (claimed := _claim()):
            _attempt(claimed)
    finally:
        _is_stopped.reset(token)


def _claim() -> Job | None:
    """Begin a job that no other worker runs, if there is one."""
    at = timezone.now()
    jobs = Job.objects.to_begin(silent_since=at - SILENCE)
    if not jobs.exists():
        return None  # without a transaction, which would lock the whole of SQLite
    with write_transaction():
        for pk in lock_free_rows(jobs, 1):
            Job.objects.filter(pk=pk).update(attempts=F("attempts") + 1, alive_at=at)
            return Job.objects.get(pk=pk)
    return None


def report_running_jobs(_is_stopped: Callable[[], bool]) -> None:
    """Write down how far the jobs of this process are, and that it still works at them."""
    for run in list(running.values()):
        if not run.update(alive_at=timezone.now(), done=run.done, total=run.total):
            run.is_lost = True
