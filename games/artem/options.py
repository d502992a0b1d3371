"""Artem: what a new table chooses."""

from django.utils.translation import gettext_lazy as _

from scoring.play.opening import OptionField, OptionsForm


class Options(OptionsForm):
    variant = OptionField(
        label=_("Rules"),
        choices=[
            ("standard", _("Standard: two plays a turn, one claim at most")),
            ("all-in", _("All-in: up to five plays a turn, and a claim with each of them")),
        ],
    )
    directions = OptionField(
        label=_("Directions"),
        choices=[
            ("universal", _("Universal: the same for everyone")),
            ("relative", _("Relative: as each of you sees the table. It changes no points")),
        ],
    )
