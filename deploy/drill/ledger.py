"""Record the taps that phones of a drill sent, and their answers."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from uuid import UUID


@dataclass
class Tap:
    """One form that a phone sent until it was answered; times are seconds of a monotonic clock."""

    key: UUID
    table: str  # its UUID; empty while a table is opened
    at: int  # how many turns were before it; -1 for opening the table
    claim: str
    sent_at: float
    tries: int = 0
    answered_at: float | None = None
    status: int = 0
    errors: list[str] = field(default_factory=list)  # of the tries before

    @property
    def accepted(self) -> bool:
        return self.status in {200, 302}


@dataclass
class Ledger:
    """All taps and all torn pages of a drill; phones write from threads of their own."""

    taps: list[Tap] = field(default_factory=list)
    torn: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, tap: Tap) -> None:
        with self._lock:
            self.taps.append(tap)

    def add_torn(self, sentence: str) -> None:
        with self._lock:
            self.torn.append(sentence)


@dataclass(frozen=True)
class Evening:
    """The records of one step of the drill, from `began_at` to `ended_at`."""

    taps: tuple[Tap, ...]
    torn: tuple[str, ...]
    began_at: float
    ended_at: float

    @property
    def accepted(self) -> tuple[Tap, ...]:
        return tuple(tap for tap in self.taps if tap.accepted)

    @property
    def refused(self) -> tuple[Tap, ...]:
        return tuple(tap for tap in self.taps if tap.status and not tap.accepted)

    @property
    def unanswered(self) -> tuple[Tap, ...]:
        return tuple(tap for tap in self.taps if not tap.status)

    @property
    def most_tries(self) -> int:
        return max((tap.tries for tap in self.taps), default=0)

    @property
    def outage(self) -> float:
        """Return the longest time during which no tap of any phone was accepted."""
        answers = (tap.answered_at for tap in self.accepted)
        return longest_gap((self.began_at, *(at for at in answers if at), self.ended_at))


def longest_gap(moments: Iterable[float]) -> float:
    return max((after - before for before, after in pairwise(sorted(moments))), default=0.0)
