"""Cached pages of a season: found by one small query, as long as nothing on them has changed.

Readers of one role share a page, unless they are players, whose own rows are marked."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import models
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


def stored_version(user: User | None, group: str, league: str, season: str) -> PageVersion | None:
    """Read the version for members, and for strangers if the group is public; else return None."""
    seasons = Season.objects.filter(league__group__slug=group, league__slug=league, slug=season)
    if user is None:
        row = seasons.filter(league__group__visibility="public").values_list(*COLUMNS).first()
    else:
        own = Player.objects.filter(group=models.OuterRef("league__group"), user=user)
        of_member = seasons.filter(league__group__memberships__user=user)
        row = of_member.values_list(*COLUMNS, ROLE, models.Subquery(own.values("pk"))).first()
    return PageVersion(*row) if row else None


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
