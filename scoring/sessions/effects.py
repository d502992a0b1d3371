"""Compare two outcomes: which points, ranks and winners a change would move."""

from dataclasses import dataclass
from typing import Any

from scoring.core.outcome import Outcome
from scoring.core.wording import headline


@dataclass(frozen=True, slots=True)
class Moved:
    """The points and the rank of one player, before and after a change."""

    name: str
    points: tuple[int, int]
    rank: tuple[int, int]

    @property
    def changes(self) -> bool:
        return bool(self.gained or self.climbed)

    @property
    def gained(self) -> int:
        return self.points[1] - self.points[0]

    @property
    def climbed(self) -> int:
        """Return by how many ranks the player rose; below 0 if others went past."""
        return self.rank[0] - self.rank[1]


@dataclass(frozen=True, slots=True)
class Effect:
    players: tuple[Moved, ...]
    headlines: tuple[str, str]
    reopens: bool = False  # the game was over, and would go on

    @property
    def moved(self) -> tuple[Moved, ...]:
        return tuple([player for player in self.players if player.changes])

    @property
    def turns_it(self) -> bool:
        """Return whether somebody else wins, or is ahead, afterwards."""
        return self.headlines[0] != self.headlines[1]


def effect(before: Outcome[Any], after: Outcome[Any]) -> Effect:
    then = {standing.player: standing for standing in after.standings}
    return Effect(
        players=tuple(
            [
                Moved(
                    now.player,
                    (now.known_points or 0, then[now.player].known_points or 0),
                    (now.rank, then[now.player].rank),
                )
                for now in before.standings
            ]
        ),
        headlines=(headline(before), headline(after)),
        reopens=before.finished and not after.finished,
    )
