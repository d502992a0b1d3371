"""#ARTBOX: its facts in words."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.artbox.facts import Told
from games.artbox.rules import Award
from scoring.core.fact_wording import Lore


def guesses(times: int, of: int) -> str:
    text = ngettext("%(times)d of %(of)d guess", "%(times)d of %(of)d guesses", of)
    return text % {"times": times, "of": of}


def rounds(times: int, of: int) -> str:
    text = ngettext("in %(times)d of %(of)d round", "in %(times)d of %(of)d rounds", of)
    return text % {"times": times, "of": of}


def token(award: str) -> str:
    return gettext("Sheet token") if award == Award.SHEET else gettext("Drawing token")


LORE: Mapping[str, Lore] = {
    Told.RECOGNISED: Lore(
        title=_("Drawings recognised"),
        says=guesses,
        leader=_("Most recognised artist"),
        least=20,
    ),
    Told.EYE: Lore(title=_("Guessed right"), says=guesses, leader=_("Best eye"), least=20),
    Told.QUICK: Lore(
        title=_("First to finish drawing"), says=rounds, leader=_("Quickest pencil"), least=8
    ),
    Told.TOKENS: Lore(title=_("Victory tokens"), says=rounds, label=token),
}
