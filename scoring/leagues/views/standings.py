"""The standings of a season, and the sessions behind a player's value."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.contract import Game
from scoring.core.standings import thousandths
from scoring.groups.visibility import player_name
from scoring.leagues import queries, season_sessions
from scoring.leagues.closed_seasons import listed_changes
from scoring.leagues.race import race
from scoring.leagues.standings_page import has_skill_column, standings_page
from scoring.leagues.wording import how
from scoring.models import Group, Season, Tally
from scoring.registry import get_game, installed_games
from scoring.web.cached_page import page_of_group
from scoring.web.group_access import Guest, group_view, season_view
from scoring.web.line_charts import Chart
from scoring.web.links import canonical_address
from scoring.web.numbers import from_thousandths
from scoring.web.requests import Request, page_number

MOST_PAGES = 1_000


@require_safe
@group_view()
def current_season(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Lead to the standings of the season that is played, or else of the newest one."""
    seasons = queries.seasons_of(guest.group)
    current = queries.current_season(seasons) or (seasons[0] if seasons else None)
    if current is None:
        context = {"guest": guest, "group": guest.group}
        return render(request, "leagues/no_season.html", context)
    return redirect("season", guest.group.slug, current.league.slug, current.slug)


@require_safe
@season_view()
def season(request: HttpRequest, guest: Guest, season: Season, game: str = "") -> HttpResponse:
    """Show the standings; from the cache if nothing on them has changed."""
    number = page_number(request, MOST_PAGES)
    shown = (season.pk, season.version, season.name, season.league.name, number)
    page = page_of_group(request, guest, *shown)
    if response := page.response():
        return response
    context = _context(request, guest, season, game, number)
    return page.store(render(request, "leagues/standings.html", context))


def _context(
    request: HttpRequest, guest: Guest, season: Season, game: str, number: int
) -> dict[str, Any]:
    games = queries.season_games(season)
    if game and game not in games:
        raise Http404
    counted = games[game] if game else season
    page = standings_page(season, game, number, is_member=guest.belongs)
    return {
        **_label(guest, season),
        "game": get_game(game) if game else None,
        "games": [get_game(slug).name for slug in installed_games() if slug in games],
        "tabs": _tabs(games, game),
        "sessions": counted.sessions,
        "page": page,
        "with_skill": has_skill_column(season, game),
        "how": how(season.rules),
        "race": _race(season, game, counted.last_day, page.racing),
        "latest_sessions": season_sessions.latest(season, game, guest),
        "changes_since_closed": listed_changes(season, guest),
        "seasons": queries.league_seasons(season),
        "all_games": reverse("season", args=[guest.group.slug, season.league.slug, season.slug]),
        "own_address": request.path,
        "public_address": canonical_address(request, request.path),
    }


def _race(
    season: Season, game: str, last_day: date | None, names: Mapping[int, str]
) -> Chart | None:
    """Draw the race, but not from days that are still counted by other rules."""
    return None if season.is_being_counted else race(season, game, last_day, names)


def _tabs(games: Mapping[str, queries.PlayedGame], game: str) -> list[Game[Any]]:
    """Return the games that were played, if the season has more than one game."""
    if len(games) == 1:
        return []
    played = {slug for slug, counted in games.items() if counted.sessions}
    return [get_game(slug) for slug in installed_games() if slug in {*played, game}]


def _label(guest: Guest, season: Season) -> dict[str, Any]:
    return {
        "guest": guest,
        "group": guest.group,
        "league": season.league,
        "season": season,
        "is_public": guest.group.visibility == Group.Visibility.PUBLIC,
    }


# Behind a value


@require_safe
@season_view()
def player_sessions(request: Request, guest: Guest, season: Season, player: int) -> HttpResponse:
    """Show the sessions behind a player's value: for htmx inside the standings, else as a page."""
    game = request.GET.get("game", "")
    if game and game not in installed_games():
        raise Http404
    tally = Tally.objects.of(season, player, game)
    if tally is None:
        raise Http404
    name = player_name(tally.player, is_member=guest.belongs)
    if not name.is_known:
        raise Http404
    number = page_number(request, MOST_PAGES)
    slugs = [guest.group.slug, season.league.slug, season.slug]
    standings_address = reverse("season", args=slugs)
    own_address = reverse("season_player", args=[*slugs, player])
    query = f"?game={game}&" if game else "?"
    context = {
        **_label(guest, season),
        "game": get_game(game) if game else None,
        "standings_address": f"{standings_address}{game}/" if game else standings_address,
        "newest": f"{own_address}{query}page=1",
        "older": f"{own_address}{query}page={number + 1}",
        "name": name,
        "tally": tally,
        "value": from_thousandths(thousandths(season.rules, tally.sum, tally.plays)),
        "sessions": season_sessions.played_sessions(season, tally.player, game, number, guest),
        "how": how(season.rules),
    }
    template = "leagues/_player_sessions.html" if request.htmx else "leagues/player_sessions.html"
    return render(request, template, context)
