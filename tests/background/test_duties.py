"""The duties of a worker go on after failures, and end when the worker is asked to stop."""

from collections.abc import Callable
from datetime import timedelta
from threading import Event

import pytest
from django.db import OperationalError
from django.utils import timezone

from scoring.background import worker
from scoring.background.worker import Duty, Stopped, work
from scoring.management.commands.work import DUTIES
from scoring.models import Upload


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LONGEST_PAUSE", 0)


def failing_once(problem: Exception, stop: Event) -> Callable[[Stopped], None]:
    """Return what fails when it is run first, and ends all duties when it is run again."""
    problems = [problem]

    def run(_stopped: Stopped) -> None:
        if problems:
            raise problems.pop()
        stop.set()

    return run


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("problem", "logged", "traceback"),
    [
        (OperationalError("it is away"), "does not serve the worker (mail): it is away", False),
        (ZeroDivisionError("ours"), "The worker failed (mail), and tries again.", True),
    ],
)
def test_a_duty_that_failed_is_tried_again(
    problem: Exception, logged: str, traceback: bool, caplog: pytest.LogCaptureFixture
) -> None:
    stop = Event()
    work([Duty("mail", failing_once(problem, stop), pause=0)], stop)
    assert logged in caplog.text
    assert ("Traceback" in caplog.text) == traceback


@pytest.mark.django_db(transaction=True)
def test_a_duty_that_takes_long_keeps_no_other_waiting() -> None:
    stop, sent = Event(), Event()

    def long_job(_stopped: Stopped) -> None:
        assert sent.wait(30)
        stop.set()

    work([Duty("jobs", long_job, 0), Duty("mail", lambda _stopped: sent.set(), 0)], stop)
    assert sent.is_set()


def test_a_worker_has_these_duties_with_these_pauses() -> None:
    pauses = {duty.name: duty.pause for duty in DUTIES}
    assert pauses == {"mail": 1, "jobs": 1, "skill": 1, "report": 1, "tend": 3600}


@pytest.mark.django_db
def test_the_hourly_work_logs_what_it_removed_and_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tend = {duty.name: duty.run for duty in DUTIES}["tend"]
    with caplog.at_level("INFO", logger="scoring.management.commands.work"):
        tend(lambda: False)
        assert caplog.messages == []
        Upload.objects.create(stored_at=timezone.now() - timedelta(minutes=61), content=b"x")
        tend(lambda: False)
    assert caplog.messages == ["Removed 1 uploads that nobody confirmed."]
