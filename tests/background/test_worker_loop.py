"""The duties of a worker go on after failures, and end when the worker is asked to stop."""

from collections.abc import Callable
from threading import Event

import pytest
from django.db import OperationalError

from scoring.background import worker
from scoring.background.worker import Duty, Stopped, work


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
