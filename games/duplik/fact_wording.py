"""Duplik: the words for its facts."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.duplik.facts import FactCode
from scoring.core.fact_wording import BestWording, FactWording, counted
from scoring.core.wording import points, times

criteria = counted(
    ngettext_lazy("%(times)d of %(of)d criterion", "%(times)d of %(of)d criteria", "of")
)
drawings = counted(
    ngettext_lazy("%(times)d of %(of)d drawing", "%(times)d of %(of)d drawings", "of")
)
FACT_WORDING: Mapping[str, FactWording] = {
    FactCode.DESCRIBING: FactWording(
        title=_("Narrating: criteria that the others met"),
        says=criteria,
        leader=_("Best describer"),
        least=60,  # two or three rounds
    ),
    FactCode.DRAWING: FactWording(
        title=_("Drawing: criteria met"),
        says=criteria,
        leader=_("Best drawer"),
        least=60,
    ),
    FactCode.SUPER: FactWording(
        title=_("Drawing: super criterion met"),
        says=drawings,
        leader=_("Most often on the super criterion"),
        least=6,
    ),
    FactCode.COMPLETE: FactWording(title=_("Drawing: all ten criteria met"), says=drawings),
}


def times_super(number: int) -> str:
    return gettext("met %(times)s") % {"times": times(number)}


BEST_WORDING: Mapping[str, BestWording] = {
    FactCode.DESCRIBING: BestWording(_("Best narrator"), points),
    FactCode.DRAWING: BestWording(_("Best artist"), points),
    FactCode.SUPER: BestWording(_("Most often on the super criterion"), times_super),
}
