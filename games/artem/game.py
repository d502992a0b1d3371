"""Artem: its name, and what its results without rounds may contain (R-6)."""

from typing import TYPE_CHECKING

from games.artem.rules import FIRST_PLAY, TARGETS

NAME = "Artem"


def most_points(players: int) -> int:
    """Return what a player can have at most: one short of the target, then the best claim."""
    return TARGETS[players] - 1 + max(FIRST_PLAY.values())


if TYPE_CHECKING:
    from games.artem import (
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
