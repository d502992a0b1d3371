"""The sentences about results without rounds, added to those of the game that was played."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring.core.wording import Template, Wording, no_values
from scoring.noted.rules import NOTED, Refusal

ENDS: Mapping[str, Template] = {NOTED: _("Only the result was entered.")}
ACTIONS: Mapping[str, Template] = {
    "start": _("Result entered"),
    "correct": _("Result corrected"),
}
DECISIONS: Mapping[str, Template] = {NOTED: _("the result entered puts %(above)s ahead")}
REFUSALS: Mapping[str, Template] = {
    Refusal.NOTHING_SAID: _("Enter the points, the places, or who won."),
    Refusal.PLACE_AGAINST_POINTS: _("With %(points)s points, the place must be %(wanted)s."),
    Refusal.PLACE_SKIPS: _(
        "This should be place %(place)s: with ties, places are counted 1, 2, 2, 4."
    ),
    Refusal.PLACE_IS_SHARED: _(
        "In this game, players with equal points are tied: this is place %(place)s."
    ),
    Refusal.WINNER_IS_KNOWN: _("The points or the places already say who won; leave this out."),
    Refusal.WINNER_HAS_FEWER: _("Someone else has more points."),
    Refusal.ROUNDS_ARE_RECORDED: _(
        "Something that can score has been recorded here. Stop the game, or undo that first."
    ),
}


def noted_wording(wording: Wording) -> Wording:
    """Return the sentences of a game for its results without rounds."""
    return replace(
        wording,
        ends=ENDS,
        end_values=no_values,  # those of the game come from its rounds
        refusals={**wording.refusals, **REFUSALS},
        actions=ACTIONS,
        decisions=DECISIONS,
    )
