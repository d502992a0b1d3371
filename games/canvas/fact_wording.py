"""Canvas: the words for its facts."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.canvas.facts import FactCode
from scoring.core.fact_wording import BestWording, FactWording, Reading, counted
from scoring.core.wording import numbered, points


def ribbons(times: int, of: int) -> str:
    values = {"ribbons": _ribbons(times), "paintings": _paintings(of)}
    return gettext("%(ribbons)s in %(paintings)s") % values


_ribbons = numbered(ngettext_lazy("%(number)d ribbon", "%(number)d ribbons", "number"))
_paintings = numbered(ngettext_lazy("%(number)d painting", "%(number)d paintings", "number"))
paintings = counted(
    ngettext_lazy("%(times)d of %(of)d painting", "%(times)d of %(of)d paintings", "of")
)


def bonus(times: int, of: int) -> str:
    values = {"points": points(times), "paintings": _paintings(of)}
    return gettext("%(points)s in %(paintings)s") % values


FACT_WORDING: Mapping[str, FactWording] = {
    FactCode.COLLECTED: FactWording(
        title=_("Ribbons a painting"),
        says=ribbons,
        reading=Reading.RATE,
        leader=_("Most ribbons a painting"),
        least=9,
    ),
    FactCode.BONUS: FactWording(
        title=_("Bonus points a painting"),
        says=bonus,
        reading=Reading.RATE,
        leader=_("Most bonus points a painting"),
        least=9,
    ),
    FactCode.ALL_CARDS: FactWording(
        title=_("Paintings with a ribbon of every card"),
        says=paintings,
        leader=_("Most often a ribbon of every card"),
        least=9,
    ),
    FactCode.RIBBONS: FactWording(
        title=_("Ribbons a painting, by card"), says=ribbons, reading=Reading.RATE
    ),
}

BEST_WORDING: Mapping[str, BestWording] = {
    FactCode.COLLECTED: BestWording(_("The biggest painting"), _ribbons),
    FactCode.BONUS: BestWording(_("Most bonus points"), points),
}
