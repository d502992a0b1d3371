"""What every game's score() returns: who stands where, why, and whether it is over. Facts only."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, TypeVar

POINTS = "points"  # the first rung of every ladder
SHARED = "shared"  # equal on the whole ladder
STOPPED = "stopped"  # the end of a session that its table broke off

Details = TypeVar("Details", bound=Mapping[str, Any])


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place. `numbers` holds what the player had on each rung, points first."""

    player: str
    rank: int
    numbers: tuple[int, ...]
    decided_by: str | None  # the rung below the player right above, SHARED, or None for the first

    @property
    def points(self) -> int:
        return self.numbers[0]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why `below` stands below `above`: level on some rungs, apart on the one that decided."""

    above: str
    below: str
    decided_by: str
    level: tuple[tuple[str, int], ...]
    apart: tuple[int, int] | None  # None when the place is shared


@dataclass(frozen=True, slots=True)
class Pending:
    """A pick that the rules ask for and nobody has made yet (R-C10)."""

    between: tuple[str, ...]
    judges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Details]):
    """`standings` is in order of rank, then seat; `ladder` names the rungs behind their numbers."""

    standings: tuple[Standing, ...]
    ladder: tuple[str, ...]
    end: str | None
    details: Details
    pending: Pending | None = None

    @property
    def finished(self) -> bool:
        return self.end is not None

    @property
    def winners(self) -> tuple[str, ...]:
        """Nobody while it goes on (R-2)."""
        if not self.finished:
            return ()
        return tuple([standing.player for standing in self.standings if standing.rank == 1])

    def reasons(self) -> tuple[Reason, ...]:
        """One for every player but the first, in order (R-5)."""
        return tuple([self._reason(above, below) for above, below in pairwise(self.standings)])

    def _reason(self, above: Standing, below: Standing) -> Reason:
        rows = list(zip(self.ladder, above.numbers, below.numbers, strict=True))
        decided_by = below.decided_by or SHARED
        rungs = len(rows) if decided_by == SHARED else self.ladder.index(decided_by)
        return Reason(
            above=above.player,
            below=below.player,
            decided_by=decided_by,
            level=tuple([(name, number) for name, number, _ in rows[:rungs]]),
            apart=rows[rungs][1:] if rungs < len(rows) else None,
        )

    def as_json(self, game: str) -> dict[str, Any]:
        """The result as the session documents define it."""
        result: dict[str, Any] = {
            "game": game,
            "finished": self.finished,
            "end": self.end,
            "winners": list(self.winners),
            "standings": [
                {
                    "player": standing.player,
                    "rank": standing.rank,
                    "points": standing.points,
                    "decided_by": standing.decided_by,
                }
                for standing in self.standings
            ],
            "details": self.details,
        }
        if self.pending is not None:
            result["pending"] = {
                "between": list(self.pending.between),
                "judges": list(self.pending.judges),
            }
        return result
