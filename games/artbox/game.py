"""#ARTBOX: its name, and what its results without rounds may contain (R-6)."""

from typing import TYPE_CHECKING

from games.artbox.rules import State, target

NAME = "#ARTBOX"
BREAKS_TIES = True  # by Number tokens, if by nothing else
MOST_IN_A_ROUND = 2  # in `simplified`


def most_points(players: int) -> int:
    """Return what a player can have at most, in any variant and edition.

    That is in `simplified` of `fr-2019`: one short of the target, and then two more."""
    names = tuple(map(str, range(players)))
    highest = target(State(names, edition="fr-2019", variant="simplified", rounds=()))
    return (highest or 0) - 1 + MOST_IN_A_ROUND


if TYPE_CHECKING:
    from games.artbox import (
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
