"""Ask for what a sheet has beside its lines."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Group, League
from scoring.play.cover_form import CoverForm
from scoring.play.taps import KeyField


class StoppedForm(forms.Form):
    """Ask for what every sheet has below its lines."""

    stopped = forms.BooleanField(
        label=_("The game was stopped early, after these lines"), required=False
    )


class CorrectionFields(StoppedForm):
    key = KeyField()
    seen = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)


class HeadForm(CoverForm):
    """Ask for the day, the league and what else a new session has beside players and lines."""

    played_on = forms.DateField(
        label=_("Played on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    league = forms.ModelChoiceField(
        League.objects.none(), label=_("League"), required=False, empty_label=_("none")
    )
    is_another = forms.BooleanField(label=_("This is another session."), required=False)
    folded = ("minutes", "location", "notes")

    def __init__(self, group: Group, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["league"].queryset = group.leagues.by_name()  # type: ignore[attr-defined]

    def details(self) -> list[forms.BoundField]:
        return [self[name] for name in self.folded]

    def refuses_details(self) -> bool:
        return any(field.errors for field in self.details())
