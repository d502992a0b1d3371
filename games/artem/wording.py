"""Artem: sentences for its codes."""

from collections.abc import Mapping

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.artem.facts import FactCode
from games.artem.rules import Details, End, Refusal, State, points_to_go, target
from scoring.core.fact_wording import BestWording, FactWording, Reading, counted
from scoring.core.outcome import Outcome
from scoring.core.wording import Wording, numbered, points


def end_values(outcome: Outcome[Details]) -> Mapping[str, object]:
    target = outcome.details["target"]
    names = [each.player for each in outcome.standings if each.points >= target]
    return {"names": get_text_list(names, gettext("and")), "points": points(target)}


WORDING = Wording(
    about=_("Push your luck: shift the colours, then claim the longest row you dare to wait for."),
    order=_("The most points win; players with equal points are tied."),
    ends={
        End.POINTS: _("%(names)s reached %(points)s."),
        End.MAIN_DECK: _("The main deck ran out."),
        End.COLOR_DECK: _("The colour deck ran out."),
    },
    end_values=end_values,
    actions={
        "turn": _("A turn was entered"),
        "first-round": _("The first round was skipped: nobody can claim in it"),
        "correct-turn": _("A turn was corrected"),
        "correct-turn-ends-game": _(
            "A turn was corrected. The game ended earlier, so later turns were deleted"
        ),
        "deck": _("Changed whether a deck ran out"),
    },
    variants={
        "standard": _("Standard rules"),
        "all-in": _("All-in variant"),
        "universal": _("Universal directions"),
        "relative": _("Relative directions"),
    },
    refusals={
        Refusal.NOT_YOUR_TURN: _("It is %(expected)s’s turn here, not %(name)s’s."),
        Refusal.FIRST_TURN: _("Nobody can claim in their first turn; %(name)s did."),
        Refusal.ONE_CLAIM: _("A turn has at most one claim; only the all-in variant allows more."),
        Refusal.PLAY_ORDER: _("Enter one claim per play, in the order of the plays."),
        Refusal.TARGET_REACHED: _(
            "%(name)s had already reached the target with the previous claim; leave this one out."
        ),
    },
)


# At the table


to_go = numbered(ngettext_lazy("%(number)d point to go", "%(number)d points to go", "number"))


def needs(state: State, outcome: Outcome[Details]) -> Mapping[str, str]:
    left = {each.player: points_to_go(state, each.points) for each in outcome.standings}
    return {name: to_go(points) for name, points in left.items() if points}


def progress(state: State, outcome: Outcome[Details]) -> str:
    turns, players = len(state.turns), len(state.players)
    if outcome.finished:
        return gettext("over in round %(number)d") % {"number": -(-turns // players)}
    values = {"number": turns // players + 1, "target": target(state)}
    return gettext("round %(number)d, playing to %(target)d points") % values


# Facts

turns = counted(ngettext_lazy("in %(times)d of %(of)d turn", "in %(times)d of %(of)d turns", "of"))
claims = counted(ngettext_lazy("%(times)d of %(of)d claim", "%(times)d of %(of)d claims", "of"))
claims_made = numbered(ngettext_lazy("%(number)d claim", "%(number)d claims", "number"))
row = numbered(_("A row of %(number)s"))
play = numbered(_("Play %(number)s of the turn"))


def worth(times: int, of: int) -> str:
    values = {"points": points(times), "claims": claims_made(of)}
    return gettext("%(points)s from %(claims)s") % values


FACT_WORDING: Mapping[str, FactWording] = {
    FactCode.WORTH: FactWording(
        title=_("Points per claim"),
        says=worth,
        reading=Reading.RATE,
        leader=_("Most points per claim"),
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
