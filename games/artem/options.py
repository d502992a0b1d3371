"""Artem: what a new table chooses."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.play.opening import OptionsForm


class Options(OptionsForm):
    refusal_fields = {"variant": "variant", "directions": "directions"}
    variant = forms.ChoiceField(
        label=_("Rules"),
        widget=forms.RadioSelect,
        initial="standard",
        choices=[
            ("standard", _("Standard: two plays a turn, one claim at most")),
            ("all-in", _("All-in: up to five plays a turn, and a claim with each of them")),
        ],
    )
    directions = forms.ChoiceField(
        label=_("Directions"),
        widget=forms.RadioSelect,
        initial="universal",
        choices=[
            ("universal", _("Universal: the same for everyone")),
            ("relative", _("Relative: as each of you sees the table. It changes no points")),
        ],
    )
