"""The pages of a group, of a player of it, and of a game in it; cached until something changes."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.evenings.pages import next_evening
from scoring.groups.members import count_claims
from scoring.groups.visibility import visible_players
from scoring.models import Evening
from scoring.models.careers import MOST_CAREERS
from scoring.models.seasons import versions_of
from scoring.registry import installed_games
from scoring.statistics.game_page import game_page
from scoring.statistics.group_page import group_page
from scoring.statistics.newest import newest_sessions, newest_versions, running_tables
from scoring.statistics.player_page import player_page
from scoring.statistics.rivals import LEAST_MEETINGS
from scoring.web.cached_page import page_of_group
from scoring.web.group_access import Guest, group_view


@require_safe
@group_view()
def group(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Show what is played, who leads and what happened last."""
    at = timezone.now()
    versions = newest_versions(guest.group, at)
    playing = running_tables(versions)
    # A league counts nothing until it has a season: a link leads back to one without.
    unfinished = guest.group.leagues.oldest() if guest.keeps and not versions else None
    planned = next_evening(guest, Evening.objects.next_of(guest.group, at), at)
    state = [(one.pk, one.version) for one in versions]
    claims = count_claims(guest)
    cached = page_of_group(
        request,
        guest,
        *versions_of(guest.group),
        *(state, playing, unfinished and unfinished.name, planned and planned.state),
        claims,
    )
    if response := cached.response():
        return response
    newest = newest_sessions(guest.group)
    running = [session for session in newest if session.pk in playing]
    context = {
        **_context(request, guest),
        "page": group_page(guest, newest, running),
        "unfinished": unfinished,
        "next": planned,
        "claims": claims,
    }
    return cached.store(render(request, "statistics/group.html", context))


def _context(request: HttpRequest, guest: Guest) -> dict[str, Any]:
    # Without the query: it may have the key of the group's link.
    return {"guest": guest, "group": guest.group, "own_address": request.path}


@require_safe
@group_view()
def player(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    shown = get_object_or_404(visible_players(guest), pk=player)
    cached = page_of_group(request, guest, *versions_of(guest.group))
    if response := cached.response():
        return response
    context = {
        **_context(request, guest),
        "player": shown,
        "page": player_page(shown, guest),
        "least_meetings": LEAST_MEETINGS,
    }
    return cached.store(render(request, "statistics/player.html", context))


@require_safe
@group_view()
def group_game(request: HttpRequest, guest: Guest, game: str) -> HttpResponse:
    if game not in installed_games():
        raise Http404
    cached = page_of_group(request, guest, *versions_of(guest.group))
    if response := cached.response():
        return response
    played = installed_games()[game]
    context = {
        **_context(request, guest),
        "game": played,
        "page": game_page(played, guest),
        "others": [other for slug, other in installed_games().items() if slug != game],
        "most_regulars": MOST_CAREERS,
        "leads": any(words.leader for words in played.fact_wording.values()),
    }
    return cached.store(render(request, "statistics/game.html", context))
