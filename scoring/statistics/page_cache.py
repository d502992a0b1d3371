"""Cached pages about a group and its players: found by two sums, as long as nothing changed."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest

from scoring.models import Group, Player, Season
from scoring.web.cached_page import CachedPage
from scoring.web.group_access import Guest


def cached_page(
    request: HttpRequest, guest: Guest, own: Player | None, *more: object
) -> CachedPage:
    """Return the page at this address for readers of one role, and for one who is a player.

    `more`: what changes it besides the players, their results, the seasons and the group."""
    group = guest.group
    shown = (
        request.path,
        *(group.pk, group.name, group.link_token, group.visibility, group.shows_results),
        *(group.language, group.time_zone),
        guest.role,
        own.pk if own else None,
        *_sums(group),
        *more,
    )
    return CachedPage(
        request, shown, guest.user, public=group.visibility == group.Visibility.PUBLIC
    )


def _sums(group: Group) -> Iterable[Any]:
    """Return numbers that change with whatever the group's players and seasons show."""
    players = Player.objects.filter(group=group)
    seasons = Season.objects.filter(league__group=group)
    return [_summed(rows) for rows in (players, seasons)]


def _summed(rows: QuerySet[Any]) -> dict[str, Any]:
    """Return how many rows there are, and the sum of their versions."""
    return rows.aggregate(number=Count("pk"), versions=Sum("version"))
