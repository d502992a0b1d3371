"""Cached pages of a season: found by one small query, as long as nothing on them has changed.

Readers of one role share a page, unless they are players, whose own rows are marked."""

from functools import cache
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import connection, models
from django.http import HttpRequest

from scoring.models import Group, Player, Season
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
    Player.objects.filter(group=models.OuterRef("league__group"), user=-1).values("pk")
)


def stored_version(user: User | None, group: str, league: str, season: str) -> PageVersion | None:
    """Read the version for members, and for strangers if the group is public; else return None."""
    sql, parameters = _version_query(is_member=user is not None)
    values = {"GROUP": group, "LEAGUE": league, "SEASON": season, -1: user and user.pk}
    with connection.cursor() as cursor:
        cursor.execute(sql, [values.get(parameter, parameter) for parameter in parameters])
        row = cursor.fetchone()
    return PageVersion(*row) if row else None


@cache
def _version_query(*, is_member: bool) -> tuple[str, tuple[Any, ...]]:
    """Compile the query, with words to put values in the place of.

    Compiled for each request, it took a third of the time of a page from the cache."""
    seasons = Season.objects.filter(
        league__group__slug="GROUP", league__slug="LEAGUE", slug="SEASON"
    )
    if is_member:
        query = seasons.filter(league__group__memberships__user=-1).values_list(*COLUMNS, ROLE, OWN)
    else:
        query = seasons.filter(league__group__visibility="public").values_list(*COLUMNS)
    return query.query.sql_with_params()


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
        guest.membership.role if guest.membership else "",
        own.pk if own else None,
    )


def season_page(
    request: HttpRequest, version: PageVersion, user: User | None, game: str, number: int
) -> CachedPage:
    """Return the standings of a season, or of a game in it, for one kind of reader."""
    public = version.visibility == Group.Visibility.PUBLIC
    return CachedPage(request, (*version, game, number), user, public=public)
