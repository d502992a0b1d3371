"""Sentences about standings: how they are worked out, and why a player is below the one above."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.core.rounding import rounded_quotient
from scoring.core.standings import WHOLE, Aggregate, Decision, Rules, Scheme
from scoring.core.wording import Template
from scoring.web.numbers import from_thousandths

MOST_TIED_NAMED = 3
LEAST_MINIMUM_NAMED = 2  # a minimum of one play goes without saying


def worth_shown(worth: int) -> str:
    """Write what one result is worth, given in 840ths."""
    return from_thousandths(rounded_quotient(1_000 * worth, WHOLE))


def how(rules: Rules) -> list[str]:
    """Say what a place is worth, how places add up, who is ranked and in which order (L-7)."""
    sentences = [_scheme(rules), *_podiums(rules), _aggregate(rules)]
    if rules.minimum >= LEAST_MINIMUM_NAMED:
        sentences.append(
            ngettext(
                "You need %(number)d play for a rank; players with fewer are listed without one.",
                "You need %(number)d plays for a rank; players with fewer are listed without one.",
                rules.minimum,
            )
            % {"number": rules.minimum}
        )
    sentences.append(str(ORDER))
    return sentences


def _scheme(rules: Rules) -> str:
    if rules.scheme != Scheme.PODIUM:
        return str(SCHEMES[rules.scheme])
    points = _listed(rules.podium)
    return _(
        "From first place down, the places are worth %(points)s points, and all others"
        " nothing. Tied players split the points of their places."
    ) % {"points": points}


def _podiums(rules: Rules) -> list[str]:
    """Say what places are worth at tables of the sizes that have lists of their own."""
    if rules.scheme != Scheme.PODIUM:
        return []
    sentence = _("At tables of %(players)d, the places are worth %(points)s points.")
    return [
        sentence % {"players": players, "points": _listed(points)}
        for players, points in sorted(rules.podium_of.items())
    ]


def _listed(points: Sequence[int]) -> str:
    return get_text_list([str(number) for number in points], _("and"))


def _aggregate(rules: Rules) -> str:
    if rules.aggregate != Aggregate.BEST:
        return str(AGGREGATES[rules.aggregate])
    return ngettext(
        "Only a player’s best result counts.",
        "A player’s best %(number)d results are added up.",
        rules.best,
    ) % {"number": rules.best}


def distance(points: str, name: str, *, is_tied: bool, is_ahead: bool) -> str:
    """Say how far a player is from another one, who is right above or right below."""
    values = {"name": name, "points": points}
    if is_tied:
        return _("tied with %(name)s") % values
    if is_ahead:
        return _("%(points)s ahead of %(name)s") % values
    return _("%(points)s behind %(name)s") % values


def lead(first: Sequence[str], points: str, second: str, *, is_over: bool) -> str:
    """Say who is first in the standings and how far ahead; several are tied."""
    if len(first) > MOST_TIED_NAMED:
        return ""
    values = {"name": get_text_list(list(first), _("and")), "points": points, "other": second}
    if len(first) > 1:
        sentence = _("%(name)s share the win.") if is_over else _("%(name)s share the lead.")
    elif not second or not points:
        sentence = _("%(name)s won.") if is_over else _("%(name)s leads.")
    elif is_over:
        sentence = _("%(name)s won, %(points)s ahead of %(other)s.")
    else:
        sentence = _("%(name)s leads, %(points)s ahead of %(other)s.")
    return sentence % values


SCHEMES: dict[Scheme, Template] = {
    Scheme.BEATEN: gettext_lazy(
        "A session is worth the share of opponents you beat: 1 for a clear first place, 0"
        " for a clear last place, and half an opponent for each player you tie with."
    ),
    Scheme.WINS: gettext_lazy(
        "A win is worth 1 point, shared or not; every other place is worth nothing."
    ),
}
AGGREGATES: dict[Aggregate, Template] = {
    Aggregate.TOTAL: gettext_lazy("All results of a player are added up."),
    Aggregate.AVERAGE: gettext_lazy("A player’s points are the average of all their plays."),
}
ORDER = gettext_lazy(
    "Players with equal points are ranked by wins, then second places, third places and so"
    " on. After that, the sessions that tied players played against each other decide: the"
    " average share of the others that each of them beat there, or one half for a player who"
    " has met none of them. Players who are still tied share the rank."
)


# Why


def why(above: str, decided_by: str, places: Sequence[int], others: Sequence[int]) -> str:
    """Say why a player is below the one right above, or nothing if their values differ.

    `places` are how often the player was first, second and so on; `others` are those above."""
    if decided_by == Decision.SHARED:
        return _("Tied with %(above)s on everything: they share the rank.") % {"above": above}
    if decided_by == Decision.HEAD_TO_HEAD:
        sentence = _(
            "%(above)s did better in the sessions that tied players played against each other."
        )
        return sentence % {"above": above}
    if decided_by != Decision.PLACES:
        return ""
    for at, (mine, theirs) in enumerate(zip_longest(places, others, fillvalue=0)):
        if mine != theirs:
            values = {"above": above, "more": theirs, "fewer": mine}
            return str(MORE[at]) % values
    return ""


def why_above(own: Fraction, below: str, others: Fraction) -> str:
    """Say exactly by how much a player is above the one right below, whose value looks the same."""
    values = {"own": own, "below": below, "theirs": others}
    return _("Exactly %(own)s points; %(below)s has %(theirs)s.") % values


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


class Movement(NamedTuple):
    """Return how far a player climbed since the last game day."""

    arrow: str
    words: str


def movement(rank: int | None, rank_before: int | None) -> Movement:
    """Say how a player moved; nothing of who has no rank, and "new" of who had none before."""
    if rank is None:
        return Movement("", "")
    if rank_before is None:
        return Movement("", _("new"))
    places = rank_before - rank
    arrow = "=" if not places else f"▲{places}" if places > 0 else f"▼{-places}"
    return Movement(arrow, climbed(places))


def missing_plays(rules: Rules, plays: int) -> str:
    """Say how many plays a player is short of a rank."""
    missing = rules.minimum - plays
    sentence = ngettext("%(number)d more play needed", "%(number)d more plays needed", missing)
    return sentence % {"number": missing}


def climbed(places: int) -> str:
    """Say how many places a player climbed; a negative number of places was lost."""
    if not places:
        return _("no change")
    if places > 0:
        return ngettext("up %(number)d place", "up %(number)d places", places) % {"number": places}
    return ngettext("down %(number)d place", "down %(number)d places", -places) % {
        "number": -places
    }
