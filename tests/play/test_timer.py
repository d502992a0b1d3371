"""The hourglass: how much is left of it, and until when it is shown."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring.models import Session
from scoring.play.timer import timer_at

TURNED = datetime(2026, 3, 1, 20, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def turned(seconds: int = 60) -> Session:
    return Session(timer_started_at=TURNED, timer_seconds=seconds)


@pytest.mark.parametrize(
    ("later", "left", "shown"),
    [
        pytest.param(timedelta(0), 60_000, 60, id="just turned"),
        pytest.param(timedelta(milliseconds=1), 59_999, 60, id="a moment later"),
        pytest.param(20 * SECOND, 40_000, 40, id="running"),
        pytest.param(timedelta(seconds=59, milliseconds=999), 1, 1, id="about to run out"),
        pytest.param(60 * SECOND, 0, 0, id="run out"),
        pytest.param(90 * SECOND, 0, 0, id="shown empty for half a minute"),
    ],
)
def test_the_hourglass_says_what_is_left(later: timedelta, left: int, shown: int) -> None:
    running = timer_at(turned(), TURNED + later)
    assert running is not None
    assert (running.seconds, running.left, running.whole_seconds) == (60, left, shown)


def test_the_hourglass_is_gone_half_a_minute_after_it_ran_out() -> None:
    assert timer_at(turned(), TURNED + timedelta(seconds=90, microseconds=1)) is None


def test_there_is_no_hourglass_that_nobody_turned() -> None:
    assert timer_at(Session(), TURNED) is None
