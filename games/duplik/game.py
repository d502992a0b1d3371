"""Duplik: its name, and what its results without rounds may contain (R-6)."""

from typing import TYPE_CHECKING

from games.duplik.rules import LAPS, MOST_DRAWING, MOST_NARRATING

NAME = "Duplik"
BGG_ID = 22348


def most_points(players: int) -> int:
    """Return what a player can have at most: everything, in the most laps."""
    return LAPS[-1] * (MOST_NARRATING + MOST_DRAWING * (players - 1))


if TYPE_CHECKING:
    from games.duplik import (
        cover,
        document,
        facts,
        folio,
        options,
        rules,
        sample,
        sheet,
        store,
        table,
        wording,
    )
    from scoring.contract import Parts

    PARTS: Parts[rules.State] = Parts(
        rules,
        wording,
        sample,
        store,
        table,
        facts,
        wording,
        options,
        sheet,
        document,
        most_points,
        cover=cover,
        folio=folio,
    )
