"""The page of a player of a group, and the page of a game in a group."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring.groups.visibility import visible_players
from scoring.models.careers import MOST_CAREERS
from scoring.registry import installed_games
from scoring.statistics.game_page import game_page
from scoring.statistics.player_page import player_page
from scoring.statistics.rivals import LEAST_MEETINGS
from scoring.web.group_access import Guest, group_view


@require_safe
@group_view()
def player(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    shown = get_object_or_404(visible_players(guest), pk=player)
    context = {
        "guest": guest,
        "group": guest.group,
        "player": shown,
        "may_change": guest.keeps or (guest.belongs and shown.user == guest.user),
        "page": player_page(shown, guest),
        "least_meetings": LEAST_MEETINGS,
    }
    return render(request, "statistics/player.html", context)


@require_safe
@group_view()
def group_game(request: HttpRequest, guest: Guest, game: str) -> HttpResponse:
    if game not in installed_games():
        raise Http404
    played = installed_games()[game]
    context = {
        "guest": guest,
        "group": guest.group,
        "game": played,
        "page": game_page(played, guest),
        "others": [other for slug, other in installed_games().items() if slug != game],
        "most_regulars": MOST_CAREERS,
        "leads": any(words.leader for words in played.fact_wording.values()),
    }
    return render(request, "statistics/game.html", context)
