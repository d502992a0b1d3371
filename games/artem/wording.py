"""Artem: sentences for its codes."""

from django.utils.translation import gettext_lazy as _

from games.artem.rules import End, Refusal
from scoring.core.wording import Wording

WORDING = Wording(
    about=_("Push your luck: shift the colours, then claim the longest row you dare to wait for."),
    order=_("The most points win; equal points share the place."),
    ends={
        End.POINTS: _("Somebody has the points that end the game."),
        End.MAIN_DECK: _("The main deck ran out."),
        End.COLOR_DECK: _("The colour deck ran out."),
    },
    actions={
        "turn": _("A turn was entered"),
        "first-round": _("The first round was skipped: nobody claims in it"),
        "correct-turn": _("A turn was corrected"),
        "deck": _("It was noted whether a deck ran out"),
    },
    variants={
        "standard": _("Standard rules"),
        "all-in": _("All-in variant"),
        "universal": _("Universal directions"),
        "relative": _("Relative directions"),
    },
    refusals={
        Refusal.NOT_YOUR_TURN: _("It is %(expected)s’s turn here, not %(name)s’s."),
        Refusal.FIRST_TURN: _("Nobody claims in their first turn; %(name)s did."),
        Refusal.ONE_CLAIM: _("A turn has one claim at most; only the all-in variant allows more."),
        Refusal.PLAY_ORDER: _(
            "Play %(play)s is not later than the claim before it; list claims as they were played."
        ),
        Refusal.TARGET_REACHED: _(
            "%(name)s already reached the target with the claim before this; leave this one out."
        ),
    },
)
