"""The hourglass of a table: started, stopped, and how much of it is left."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring.models import Session
from scoring.models.transactions import write_transaction
from scoring.play.screen import refresh_screens

SHOWN_WHEN_EMPTY = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Timer:
    """The length of the hourglass in seconds, and what is left of it in milliseconds."""

    seconds: int
    left: int

    @property
    def whole_seconds(self) -> int:
        return -(-self.left // 1000)


def timer_at(session: Session, at: datetime) -> Timer | None:
    """Return the hourglass; None if it was not started, or ran out a while ago."""
    if session.timer_started_at is None:
        return None
    elapsed = at - session.timer_started_at
    whole = timedelta(seconds=session.timer_seconds)
    if elapsed > whole + SHOWN_WHEN_EMPTY:
        return None
    left = max(whole - elapsed, timedelta(0))
    return Timer(session.timer_seconds, left // timedelta(milliseconds=1))


@write_transaction()
def start_timer(*, session: Session, seconds: int, at: datetime) -> None:
    """Start the hourglass on every screen, from its whole length; 0 seconds stop it."""
    refresh_screens(session, timer_started_at=at if seconds else None, timer_seconds=seconds)
