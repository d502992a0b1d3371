"""Filters of the list of sessions, beside the game and the day."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scoring.admin.base import signed_in_user
from scoring.models import Group, League, Result, Season, SeasonSession, Session

MOST_OFFERED = 200  # groups, leagues or seasons


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("on", _("in progress")),
            ("over", _("finished")),
            ("result", _("result only")),
            ("nothing", _("not counted")),
            ("deleted", _("deleted")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Session]) -> QuerySet[Session]:
        without_season = Result.objects.filter(group__isnull=False, season=None)
        conditions: dict[str, dict[str, Any]] = {
            "on": {"finished_at": None, "deleted_at": None},
            "over": {"finished_at__isnull": False, "deleted_at": None},
            "result": {"result_only": True, "deleted_at": None},
            "nothing": {"pk__in": without_season.values("session"), "deleted_at": None},
            "deleted": {"deleted_at__isnull": False},
        }
        return queryset.filter(**conditions.get(self.value() or "", {}))


class _ChosenFilter(admin.SimpleListFilter):
    """Offers rows by their names, without looking at all sessions for those that have some."""

    parameter_name: str

    def sessions_of(self, pk: int) -> dict[str, Any]:
        return {self.parameter_name: pk}

    def queryset(self, request: HttpRequest, queryset: QuerySet[Session]) -> QuerySet[Session]:
        chosen = self.value()
        if chosen not in {str(pk) for pk, _name in self.lookup_choices}:
            return queryset
        return queryset.filter(**self.sessions_of(int(chosen)))


class GroupFilter(_ChosenFilter):
    title = _("group")
    parameter_name = "group"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        groups = Group.objects.managed_by(signed_in_user(request)).by_name()
        return list(groups.values_list("pk", "name")[:MOST_OFFERED])


class LeagueFilter(_ChosenFilter):
    title = _("league")
    parameter_name = "league"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        leagues = League.objects.managed_by(signed_in_user(request)).with_groups()
        return [(league.pk, f"{league.group} · {league}") for league in leagues[:MOST_OFFERED]]


class SeasonFilter(_ChosenFilter):
    title = _("season")
    parameter_name = "season"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        seasons = Season.objects.managed_by(signed_in_user(request)).select_related("league__group")
        in_order = seasons.order_by("league__group__name", "league__name", "-starts_on", "pk")
        return [
            (season.pk, f"{season.league.group} · {season.league} · {season}")
            for season in in_order[:MOST_OFFERED]
        ]

    def sessions_of(self, pk: int) -> dict[str, Any]:
        return {"pk__in": SeasonSession.objects.filter(season=pk).values("session")}
