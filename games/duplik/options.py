"""Duplik: what a new table chooses."""

from django.utils.translation import gettext_lazy as _

from scoring.play.opening import OptionField, OptionsForm


class Options(OptionsForm):
    laps = OptionField(
        label=_("How many rounds?"),
        coerce=int,
        choices=[
            (1, _("Everyone narrates once: 3 rounds with three players, 6 with six")),
            (2, _("Everyone narrates twice: 6 rounds with three players, 12 with six")),
            (3, _("Everyone narrates three times: 9 rounds with three players, 18 with six")),
        ],
    )
