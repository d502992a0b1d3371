"""The form by which somebody finds sessions of a group; its answers are part of the address."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.groups.session_list import (
    Position,
    Wanted,
    Which,
    league_choices,
    locations_and_months,
)
from scoring.groups.visibility import player_name, visible_players
from scoring.registry import installed_games
from scoring.web.group_access import Guest

MOST_CHOICES = 2_000  # players to choose from
WHICH = {
    Which.IN_PROGRESS: _("in progress"),
    Which.FINISHED: _("finished"),
    Which.STOPPED: _("stopped early"),
    Which.COUNTS_FOR_NOTHING: _("not counted"),
    Which.RESULT_ONLY: _("result only"),
}


def _first_day(month: str) -> date:
    return date.fromisoformat(f"{month}-01")


class PositionField(forms.CharField):
    """The last session of the page before."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Position | None:  # type: ignore[override]
        text = super().to_python(value)
        if not text:
            return None
        position = Position.read(text)
        if position is None:
            raise forms.ValidationError("", code="invalid")
        return position


class SessionFilterForm(forms.Form):
    """What a list of sessions is narrowed to; every choice is optional."""

    month = forms.TypedChoiceField(
        label=_("Month"), coerce=_first_day, empty_value=None, required=False
    )
    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.TypedChoiceField(label=_("Player"), coerce=int, empty_value=None, required=False)
    league = forms.ChoiceField(label=_("League or season"), required=False)
    location = forms.ChoiceField(label=pgettext_lazy("of a session", "Location"), required=False)
    which = forms.TypedChoiceField(label=_("State"), coerce=Which, empty_value=None, required=False)
    before = PositionField(required=False)

    def __init__(self, *args: Any, guest: Guest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.leagues = {choice.address: choice for choice in league_choices(guest.group)}
        players = visible_players(guest).not_merged().by_name()[:MOST_CHOICES]
        locations, months = locations_and_months(guest.group, timezone.localdate())
        chosen = str(self.data.get("location", ""))
        if not guest.belongs:
            del self.fields["location"]  # it may say whose home it was
        elif chosen and chosen not in locations:
            locations = [chosen, *locations]
        self._offer(
            "month",
            [(f"{month:%Y-%m}", date_format(month, "YEAR_MONTH_FORMAT")) for month in months],
        )
        self._offer("game", [(slug, game.name) for slug, game in installed_games().items()])
        self._offer(
            "player",
            [(one.pk, player_name(one, is_member=guest.belongs).name) for one in players],
        )
        self._offer("league", [(one.address, one.label) for one in self.leagues.values()])
        self._offer("location", [(location, location) for location in locations])
        self._offer("which", [(which.value, label) for which, label in WHICH.items()])

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        if name in self.fields:
            self.fields[name].choices = [("", _("any")), *choices]  # type: ignore[attr-defined]

    def wanted(self) -> Wanted:
        """Return what a valid form asks for."""
        cleaned = self.cleaned_data
        league = self.leagues.get(cleaned["league"])
        return Wanted(
            month=cleaned["month"],
            game=cleaned["game"],
            player=cleaned["player"],
            league=league.league if league and league.season is None else None,
            season=league.season if league else None,
            location=cleaned.get("location", ""),
            which=cleaned["which"],
        )

    @property
    def is_narrowed(self) -> bool:
        return any(value for name, value in self.cleaned_data.items() if name != "before")
