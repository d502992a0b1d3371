"""How a season's table is worked out, and why somebody stands where they stand, in sentences."""

from collections.abc import Sequence
from itertools import zip_longest

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.core.standings import WHOLE, Aggregate, Decision, Rules, Scheme
from scoring.core.wording import Template
from scoring.web.numbers import from_thousandths

LEAST = 2  # a number of plays that is worth a word


def worth_shown(worth: int) -> str:
    """What one result is worth, of 840ths."""
    return from_thousandths((2_000 * worth + WHOLE) // (2 * WHOLE))


def how(rules: Rules) -> list[str]:
    """The table in words (L-7): what a place is worth, how it adds up, who is ranked, the order."""
    sentences = [_scheme(rules), _aggregate(rules)]
    if rules.minimum >= LEAST:
        sentences.append(
            ngettext(
                "A rank needs %(number)d play; who has fewer stands below the line.",
                "A rank needs %(number)d plays; who has fewer stands below the line.",
                rules.minimum,
            )
            % {"number": rules.minimum}
        )
    sentences.append(str(ORDER))
    return sentences


def _scheme(rules: Rules) -> str:
    if rules.scheme != Scheme.PODIUM:
        return str(SCHEMES[rules.scheme])
    paid = get_text_list([str(points) for points in rules.podium], _("and"))
    return _(
        "The places pay %(points)s points, from the first on, and the places after those"
        " nothing; those who share a place share what their places pay."
    ) % {"points": paid}


def _aggregate(rules: Rules) -> str:
    if rules.aggregate != Aggregate.BEST:
        return str(AGGREGATES[rules.aggregate])
    return ngettext(
        "A player’s best result is the value.",
        "A player’s best %(number)d results are added up.",
        rules.best,
    ) % {"number": rules.best}


SCHEMES: dict[Scheme, Template] = {
    Scheme.BEATEN: gettext_lazy(
        "A session is worth the share of opponents that one beat in it: 1 to a clear first, 0 to"
        " a clear last, and half an opponent for each with whom one shares a place."
    ),
    Scheme.WINS: gettext_lazy("A win is worth 1, shared or not, and everything else nothing."),
}
AGGREGATES: dict[Aggregate, Template] = {
    Aggregate.TOTAL: gettext_lazy("All results of a player are added up."),
    Aggregate.AVERAGE: gettext_lazy("The value is a player’s average per play."),
}
ORDER = gettext_lazy(
    "Who has the same value is told apart by wins, then by second places, third and so on, then by"
    " how they did where they met; whoever is still level shares a rank."
)


# Why


def why(above: str, decided_by: str, places: Sequence[int], others: Sequence[int]) -> str:
    """Why a player stands below the one right above, where the value does not say it."""
    if decided_by == Decision.SHARED:
        return _("Level with %(above)s on everything: they share the rank.") % {"above": above}
    if decided_by == Decision.HEAD_TO_HEAD:
        return _("%(above)s was ahead when they met.") % {"above": above}
    if decided_by != Decision.PLACES:
        return ""
    for at, (mine, theirs) in enumerate(zip_longest(places, others, fillvalue=0)):
        if mine != theirs:
            values = {"above": above, "more": theirs, "fewer": mine}
            return str(MORE[at]) % values
    return ""


MORE: tuple[Template, ...] = (
    gettext_lazy("%(above)s has more wins: %(more)s against %(fewer)s."),
    gettext_lazy("%(above)s has more second places: %(more)s against %(fewer)s."),
    gettext_lazy("%(above)s has more third places: %(more)s against %(fewer)s."),
    gettext_lazy("%(above)s has more fourth places: %(more)s against %(fewer)s."),
    gettext_lazy("%(above)s has more fifth places: %(more)s against %(fewer)s."),
    gettext_lazy("%(above)s has more sixth places: %(more)s against %(fewer)s."),
    gettext_lazy("%(above)s has more seventh places: %(more)s against %(fewer)s."),
    gettext_lazy("%(above)s has more eighth places: %(more)s against %(fewer)s."),
)


def climbed(places: int) -> str:
    """Since the last evening; below nothing, if they fell."""
    if not places:
        return _("as before")
    if places > 0:
        return ngettext("up %(number)d place", "up %(number)d places", places) % {"number": places}
    return ngettext("down %(number)d place", "down %(number)d places", -places) % {
        "number": -places
    }
