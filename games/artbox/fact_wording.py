"""#ARTBOX: the words for its facts."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.artbox.facts import FactCode
from games.artbox.rules import Award
from games.artbox.wording import right_guesses
from scoring.core.fact_wording import BestWording, FactWording, counted
from scoring.core.wording import numbered, times

guesses = counted(ngettext_lazy("%(times)d of %(of)d guess", "%(times)d of %(of)d guesses", "of"))
rounds = counted(
    ngettext_lazy("in %(times)d of %(of)d round", "in %(times)d of %(of)d rounds", "of")
)


def token(award: str) -> str:
    return gettext("Sheet token") if award == Award.SHEET else gettext("Drawing token")


FACT_WORDING: Mapping[str, FactWording] = {
    FactCode.RECOGNISED: FactWording(
        title=_("Drawings recognised"),
        says=guesses,
        leader=_("Most recognised artist"),
        least=20,
    ),
    FactCode.EYE: FactWording(
        title=_("Guessed right"), says=guesses, leader=_("Best eye"), least=20
    ),
    FactCode.QUICK: FactWording(
        title=_("First to finish drawing"), says=rounds, leader=_("Quickest pencil"), least=8
    ),
    FactCode.TOKENS: FactWording(title=_("Victory tokens"), says=rounds, label=token),
}


def guesses_of_drawings(number: int) -> str:
    return gettext("guessed %(times)s") % {"times": times(number)}


times_first = numbered(
    ngettext_lazy("first in %(number)d round", "first in %(number)d rounds", "number")
)
BEST_WORDING: Mapping[str, BestWording] = {
    FactCode.EYE: BestWording(_("Best eye"), right_guesses),
    FactCode.RECOGNISED: BestWording(_("Most recognised artist"), guesses_of_drawings),
    FactCode.QUICK: BestWording(_("Quickest pencil"), times_first),
}
