"""Leagues and seasons in the admin; standings are updated when a season is saved."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from scoring.admin.base import ManagedAdmin, signed_in_user, time_in_group
from scoring.leagues import leagues
from scoring.leagues.forms import PodiumField, SeasonChecks, check_address
from scoring.leagues.jobs import ask_to_count
from scoring.leagues.leagues import NOT_A_LEAGUE, NOT_A_SEASON
from scoring.models import Group, League, Season
from scoring.models.seasons import PODIUMS, USUAL, game_choices
from scoring.web.group_access import Guest


def check_slug_is_free(instance: League | Season, slug: str, **where: int) -> None:
    """Refuse an address that another league of the group, or season of the league, has.

    Django does not check this constraint: the group or league is no field of the form."""
    others = type(instance)._default_manager.filter(slug=slug, **where).exclude(pk=instance.pk)
    if instance.pk and others.exists():
        raise ValidationError(_("This address is already taken."))


class LeagueAdminForm(forms.ModelForm):
    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        check_address(slug, NOT_A_LEAGUE)
        check_slug_is_free(self.instance, slug, group=self.instance.group_id)
        return slug


@admin.register(League)
class LeagueAdmin(ManagedAdmin):
    form = LeagueAdminForm
    list_display = ("name", "group", "slug")
    list_select_related = ("group",)
    search_fields = ("name", "group__name")
    autocomplete_fields = ("group",)
    prepopulated_fields: ClassVar = {"slug": ("name",)}
    ordering = ("name", "pk")

    def get_readonly_fields(self, request: HttpRequest, obj: League | None = None) -> Any:
        """Fix the group of an existing league: its sessions are the group's."""
        return ("group",) if obj else ()

    def save_model(
        self, request: HttpRequest, obj: League, form: forms.ModelForm, change: bool
    ) -> None:
        if change:
            leagues.describe(league=obj)
        else:
            super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: League) -> None:
        leagues.remove_league(league=obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for league in queryset:
            leagues.remove_league(league=league)


class SeasonAdminForm(SeasonChecks):
    games = forms.MultipleChoiceField(
        label=_("games"), choices=game_choices, widget=forms.CheckboxSelectMultiple
    )
    podium = PodiumField(
        label=_("points by place, from first place down"), required=False, initial=USUAL.podium
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        all_games = [slug for slug, _name in game_choices()]
        self.initial["games"] = self.instance.game_slugs() if self.instance.pk else all_games

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        check_address(slug, NOT_A_SEASON)
        check_slug_is_free(self.instance, slug, league=self.instance.league_id)
        return slug


@admin.register(Season)
class SeasonAdmin(ManagedAdmin):
    form = SeasonAdminForm
    list_display = ("name", "league", "group", "days", "sessions", "closed")
    list_select_related = ("league__group",)
    search_fields = ("name", "league__name")
    autocomplete_fields = ("league",)
    prepopulated_fields: ClassVar = {"slug": ("name",)}
    ordering = ("name", "pk")
    fields = (
        *("league", "name", "slug", "starts_on", "ends_on", "games"),
        *("scheme", "podium", *PODIUMS.values(), "aggregate", "best", "minimum", "skill"),
        *("sessions", "closed_at", "corrected_at"),
    )
    readonly_fields = ("sessions", "closed_at", "corrected_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> Any:
        """Fix the league of an existing season: its sessions are the league's."""
        return ("league", *self.readonly_fields) if obj else self.readonly_fields

    def group_of(self, obj: Season) -> Group:
        return obj.league.group

    def site_url(self, obj: Season, guest: Guest) -> str:
        return reverse("season", args=[guest.group.slug, obj.league.slug, obj.slug])

    @admin.display(description=_("group"))
    def group(self, season: Season) -> str:
        return season.league.group.name

    @admin.display(description=_("days"), ordering="ends_on")
    def days(self, season: Season) -> str:
        if season.is_all_time:
            return str(_("all time"))
        return f"{date_format(season.starts_on)} – {date_format(season.ends_on)}"

    @admin.display(description=_("closed"), ordering="closed_at", empty_value="–")
    def closed(self, season: Season) -> str:
        return time_in_group(season.closed_at, season.league.group)

    def save_model(
        self, request: HttpRequest, obj: Season, form: forms.ModelForm, change: bool
    ) -> None:
        leagues.settle(season=obj, games=form.cleaned_data["games"])
        if ask_to_count(obj, asked_by=signed_in_user(request)):
            self.message_user(request, _("The standings are being recalculated in the background."))

    def delete_model(self, request: HttpRequest, obj: Season) -> None:
        leagues.remove(season=obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for season in queryset:
            leagues.remove(season=season)
