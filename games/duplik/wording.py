"""Duplik: its codes in sentences."""

from django.utils.translation import gettext_lazy as _

from games.duplik.rules import End, Refusal
from scoring.wording import Wording

WORDING = Wording(
    about=_("One describes a picture against the hourglass, everyone else draws what they hear."),
    order=_("The most points win; equal points share the place."),
    ends={
        End.LAPS: _("Everyone has narrated as often as agreed."),
    },
    refusals={
        Refusal.NARRATED_ENOUGH: _(
            "%(name)s has narrated as often as agreed (%(laps)s); choose another narrator."
        ),
        Refusal.NARRATOR_DRAWS: _("%(name)s narrates this round and has no sheet."),
        Refusal.MISSING_SHEET: _("A sheet is still missing for %(names)s."),
    },
)
