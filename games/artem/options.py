"""Artem: what a new table chooses."""

from django.utils.translation import gettext_lazy as _

from scoring.play.opening import OptionField, OptionsForm


class Options(OptionsForm):
    variant = OptionField(
        label=_("Rules"),
        choices=[
            ("standard", _("Standard: two plays per turn, at most one claim")),
            ("all-in", _("All-in: up to five plays per turn, and each can be a claim")),
        ],
    )
    directions = OptionField(
        label=_("Directions"),
        choices=[
            ("universal", _("Universal: the same for everyone")),
            ("relative", _("Relative: as each of you sees the table. This does not affect points")),
        ],
    )
