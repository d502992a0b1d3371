"""Artem: what it is called, and what its results without rounds may say (R-6)."""

from games.artem.rules import FIRST_PLAY, TARGETS

NAME = "Artem"


def most_points(players: int) -> int:
    """Return what a player can have at most: one short of the target, then the best claim."""
    return TARGETS[players] - 1 + max(FIRST_PLAY.values())
