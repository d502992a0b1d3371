"""Canvas: its name, and what its results without rounds may contain (R-6)."""

from typing import TYPE_CHECKING

NAME = "Canvas"
BGG_ID = 290236
BREAKS_TIES = True  # by inspiration tokens, or by the runner-up's pick


if TYPE_CHECKING:
    from games.canvas import (
        cover,
        facts,
        folio,
        options,
        printed,
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
        printed=printed,
        cover=cover,
        folio=folio,
        opening=options.OPENING,
    )
