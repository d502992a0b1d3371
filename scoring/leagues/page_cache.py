"""Cached pages of a season: found by one small query, as long as nothing on them has changed.

Readers of one role share a page, unless they are players, whose own rows are marked."""

from functools import partial
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import models
from django.http import HttpRequest

from scoring.models import Group, Player, Season
from scoring.models.compiled import ANY_KEY, CompiledQuery
from scoring.web.cached_page import CachedPage
from scoring.web.group_access import Guest


class PageVersion(NamedTuple):
    """Everything that changes a season's page, beside the address and language of its reader."""

    season: int
    version: int
    name: str
    league: str
    group: str
    link_token: str  # tells the group from an earlier one with the same number
    visibility: str
    group_language: str  # for readers who ask for none of ours
    time_zone: str
    role: str = ""  # of the reader in the group; empty for everybody else
    own: int | None = None  # the player who the reader is: their row is marked and repeated


COLUMNS = (
    *("pk", "version", "name", "league__name", "league__group__name"),
    *("league__group__link_token", "league__group__visibility"),
    *("league__group__language", "league__group__time_zone"),
)
ROLE = "league__group__memberships__role"
OWN = models.Subquery(
    Player.objects.filter(group=models.OuterRef("league__group"), user=ANY_KEY).values("pk")
)


def stored_version(user: User | None, group: str, league: str, season: str) -> PageVersion | None:
    """Read the version for members, and for strangers if the group is public; else return None."""
    values = {"GROUP": group, "LEAGUE": league, "SEASON": season, ANY_KEY: user and user.pk}
    rows = VERSIONS[user is not None].rows(values)
    return PageVersion(*rows[0]) if rows else None


def _versions(*, is_member: bool) -> models.QuerySet[Season, Any]:
    seasons = Season.objects.filter(
        league__group__slug="GROUP", league__slug="LEAGUE", slug="SEASON"
    )
    if is_member:
        members = seasons.filter(league__group__memberships__user=ANY_KEY)
        return members.values_list(*COLUMNS, ROLE, OWN)
    return seasons.filter(league__group__visibility="public").values_list(*COLUMNS)


# For strangers and for members.
VERSIONS = [CompiledQuery(partial(_versions, is_member=is_member)) for is_member in (False, True)]


def version_for(guest: Guest, season: Season, own: Player | None) -> PageVersion:
    league, group = season.league, season.league.group
    return PageVersion(
        season.pk,
        season.version,
        season.name,
        league.name,
        group.name,
        group.link_token,
        group.visibility,
        group.language,
        group.time_zone,
        guest.role,
        own.pk if own else None,
    )


def season_page(
    request: HttpRequest, version: PageVersion, user: User | None, game: str, number: int
) -> CachedPage:
    """Return the standings of a season, or of a game in it, for one kind of reader."""
    public = version.visibility == Group.Visibility.PUBLIC
    return CachedPage(request, (*version, game, number), user, public=public)
