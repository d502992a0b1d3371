"""Duplik: what a new table chooses."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.duplik.rules import LAPS
from scoring.play.opening import OptionsForm


class Options(OptionsForm):
    refusal_fields = {"laps": "laps"}
    laps = forms.TypedChoiceField(
        label=_("How long?"),
        widget=forms.RadioSelect,
        coerce=int,
        initial=LAPS[0],
        choices=[
            (1, _("Everyone narrates once: 3 rounds with three players, 6 with six")),
            (2, _("Everyone narrates twice: 6 rounds with three players, 12 with six")),
            (3, _("Everyone narrates three times: 9 rounds with three players, 18 with six")),
        ],
    )
