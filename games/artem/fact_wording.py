"""Artem: the words for its facts."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.artem.facts import FactCode
from scoring.core.fact_wording import BestWording, FactWording, Reading, counted
from scoring.core.wording import numbered, points

turns = counted(ngettext_lazy("in %(times)d of %(of)d turn", "in %(times)d of %(of)d turns", "of"))
claims = counted(ngettext_lazy("%(times)d of %(of)d claim", "%(times)d of %(of)d claims", "of"))
claims_made = numbered(ngettext_lazy("%(number)d claim", "%(number)d claims", "number"))
row = numbered(_("A row of %(number)s"))
play = numbered(_("With play %(number)s of the turn"))


def worth(times: int, of: int) -> str:
    values = {"points": points(times), "claims": claims_made(of)}
    return gettext("%(points)s with %(claims)s") % values


FACT_WORDING: Mapping[str, FactWording] = {
    FactCode.WORTH: FactWording(
        title=_("Points a claim"),
        says=worth,
        reading=Reading.RATE,
        leader=_("Most points a claim"),
        least=10,
    ),
    FactCode.CLAIMING: FactWording(
        title=_("Turns with a claim"), says=turns, leader=_("Claims most often"), least=15
    ),
    FactCode.LENGTH: FactWording(title=_("Claims by length"), says=claims, label=row),
    FactCode.PLAY: FactWording(title=_("Claims by play"), says=claims, label=play),
}
BEST_WORDING: Mapping[str, BestWording] = {
    FactCode.LENGTH: BestWording(_("The longest claim"), row),
    FactCode.WORTH: BestWording(_("The best turn"), points),
}
