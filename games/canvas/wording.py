"""Canvas: its codes in sentences."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.canvas.cards import CardRefusal
from games.canvas.rules import Award, End, Refusal, TieBreak
from scoring.outcome import POINTS
from scoring.wording import Wording, points


def inspiration(number: int) -> str:
    text = ngettext("%(number)d Inspiration token", "%(number)d Inspiration tokens", number)
    return text % {"number": number}


WORDING = Wording(
    about=_("Layer three clear cards into a painting, three times, and collect its ribbons."),
    order=_(
        "The most points win; then the most Inspiration tokens left; then the runner-up picks "
        "among the tied."
    ),
    ends={
        End.PAINTINGS: _("Everyone has completed three paintings."),
    },
    awards={
        Award.BEST_IN_SHOW: _("Best in Show: 40 points or more."),
        Award.RUNNER_UP: _("Runner-Up: 35 to 39 points."),
        Award.HONORABLE_MENTION: _("Honorable Mention: 30 to 34 points."),
        Award.EMERGING_ARTIST: _("Emerging Artist: 25 to 29 points."),
        Award.PARTICIPATION_AWARD: _("Participation Award: up to 24 points."),
    },
    rungs={POINTS: points, TieBreak.INSPIRATION: inspiration},
    decisions={
        TieBreak.JUDGE: _("the runner-up picked %(above)s"),
    },
    refusals={
        CardRefusal.NO_CONDITION: _(
            "This edition has no card “%(card)s”; say what earns its ribbons."
        ),
        CardRefusal.NO_POINTS: _("Copy the points row that is printed on “%(card)s”."),
        CardRefusal.FALLING_POINTS: _(
            "More ribbons are never worth less: %(number)s cannot follow %(before)s."
        ),
        Refusal.ENOUGH_PAINTINGS: _("%(name)s already has three paintings."),
        Refusal.ONE_WAY: _(
            "Note a painting in one way: by its icons, by its art cards, or counted by hand."
        ),
        Refusal.NO_ART_HERE: _(
            "The art cards of this edition are not known here; note the icons, or count by hand."
        ),
        Refusal.UNKNOWN_ART: _("This edition has no art card “%(name)s”."),
        Refusal.ART_USED: _("The art card “%(name)s” already lies in a painting."),
        Refusal.UNKNOWN_CARD: _("“%(card)s” is not one of the scoring cards on the table."),
        Refusal.NOT_BY_HAND: _(
            "The ribbons of “%(card)s” follow from the painting; leave them out."
        ),
        Refusal.RIBBONS_GONE: _(
            "There are not so many ribbons of “%(card)s” left for this player; left: %(left)s."
        ),
        Refusal.TOO_MUCH_INSPIRATION: _(
            "Only %(most)s Inspiration tokens are in play; more cannot be left over."
        ),
        Refusal.NOTHING_TO_JUDGE: _("Nobody is asked to pick a winner here; leave the pick out."),
        Refusal.NOT_TIED: _("%(name)s is not among those who are tied for first place."),
    },
)
