"""Duplik: what it is called, and what its results without rounds may say (R-6)."""

from games.duplik.rules import LAPS, MOST_DRAWING, MOST_NARRATING

NAME = "Duplik"
BGG_ID = 22348


def most_points(players: int) -> int:
    """Return what a player can have at most: everything, in the most laps."""
    return LAPS[-1] * (MOST_NARRATING + MOST_DRAWING * (players - 1))
