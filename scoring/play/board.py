"""What the board shows of a table beside its standings: a lane for each player."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.contract import Phase
from scoring.play.screen import Plate, TableNow

# The reasons that fit beside the largest names.
MOST_REASONS, MOST_LETTERS = 4, 300


@dataclass(frozen=True, slots=True)
class Lane:
    """A player's row on the board while the game is played."""

    plate: Plate
    note: str  # what the player does right now
    is_awaited: bool
    is_now: bool  # it is about this player
    pieces: Sequence[str]


def lanes(now: TableNow, plates: Sequence[Plate], phase: Phase | None) -> list[Lane]:
    phase = phase or Phase("")
    pieces = now.game.play.pieces(now.state, now.outcome)
    return [
        Lane(
            plate,
            note=phase.notes.get(plate.name, ""),
            is_awaited=plate.name in phase.awaited,
            is_now=plate.name in phase.about,
            pieces=pieces.get(plate.name, ()),
        )
        for plate in plates
    ]


def is_brief(plates: Sequence[Plate]) -> bool:
    """Return whether the end shows only the reason for the winner: others would not fit."""
    reasons = sum(len(plate.why) for plate in plates)
    return len(plates) > MOST_REASONS or reasons > MOST_LETTERS
