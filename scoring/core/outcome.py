"""What every game's score() returns: the standings with their reasons, and whether it is over."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

POINTS = "points"  # the first rung of every ladder
SHARED = "shared"  # equal on the whole ladder
STOPPED = "stopped"  # the end of a session that its table broke off

Details = TypeVar("Details", bound=Mapping[str, Any])


class Standing(NamedTuple):
    """One player's rank. `numbers` has the player's number on each rung, points first."""

    player: str
    rank: int
    numbers: tuple[int, ...]
    decided_by: str | None  # the rung below the player right above, SHARED, or None for the first
    has_points: bool = True  # not where only the places were noted

    @property
    def points(self) -> int:
        """Return the points that the rules gave; see `known_points` for what was only noted."""
        return self.numbers[0]

    @property
    def known_points(self) -> int | None:
        return self.numbers[0] if self.has_points else None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why `below` ranks below `above`: the rungs where they are tied, and the one that decides."""

    above: str
    below: str
    decided_by: str
    tied_on: tuple[tuple[str, int], ...]
    apart: tuple[int, int] | None  # None when the place is shared
    sharing: tuple[str, ...] = ()  # everybody who shares that place
    wins: bool = False  # that place is the first of a finished game
    note: str | None = None  # a code: what else to say where this rung decided


@dataclass(frozen=True, slots=True)
class Pending:
    """A choice that the rules ask for and nobody has made yet (R-C10)."""

    between: tuple[str, ...]
    judges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Details]):
    """The result of a State: `standings` by rank, then seat; `ladder` names the rungs."""

    standings: tuple[Standing, ...]
    ladder: tuple[str, ...]
    end: str | None
    details: Details
    pending: Pending | None = None
    # rung -> player -> the code of what to add wherever the rung decides for that player
    notes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # rung -> who has not said their number, which counts as 0 and is not mentioned
    unsaid: Mapping[str, Collection[str]] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        return self.end is not None

    @property
    def winners(self) -> tuple[str, ...]:
        """Return who shares the first rank; nobody as long as the session goes on (R-2)."""
        if not self.finished:
            return ()
        return self._at(1)

    def reasons(self) -> tuple[Reason, ...]:
        """Return a reason for every player but the first, in order (R-5)."""
        return tuple([self._reason(above, below) for above, below in pairwise(self.standings)])

    def _reason(self, above: Standing, below: Standing) -> Reason:
        rows = list(zip(self.ladder, above.numbers, below.numbers, strict=True))
        decided_by = below.decided_by or SHARED
        rungs = len(rows) if decided_by == SHARED else self.ladder.index(decided_by)
        return Reason(
            above=above.player,
            below=below.player,
            decided_by=decided_by,
            tied_on=tuple(
                [
                    (name, number)
                    for name, number, _ in rows[:rungs]
                    if not {above.player, below.player} & {*self.unsaid.get(name, ())}
                ]
            ),
            apart=rows[rungs][1:] if rungs < len(rows) else None,
            sharing=self._at(below.rank) if decided_by == SHARED else (),
            wins=self.finished and decided_by == SHARED and below.rank == 1,
            note=self.notes.get(decided_by, {}).get(above.player),
        )

    def _at(self, rank: int) -> tuple[str, ...]:
        return tuple([standing.player for standing in self.standings if standing.rank == rank])

    def as_json(self, game: str) -> dict[str, Any]:
        """Return the result as docs/session-documents.md defines it."""
        result: dict[str, Any] = {
            "game": game,
            "finished": self.finished,
            "end": self.end,
            "winners": list(self.winners),
            "standings": [
                {
                    "player": standing.player,
                    "rank": standing.rank,
                    "points": standing.known_points,
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
