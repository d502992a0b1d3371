"""A season: its table and what goes with it, and the sessions behind a player's line."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_safe

from scoring.core.standings import thousandths
from scoring.groups.visibility import player_name
from scoring.leagues import leagues, page_cache, queries, season_sessions
from scoring.leagues.race import race
from scoring.leagues.standings_page import Page, Reader, page, written
from scoring.leagues.wording import how
from scoring.models import Group, Season, Tally
from scoring.registry import get_game, installed_games
from scoring.web.group_access import Guest, season_view
from scoring.web.links import outside_link
from scoring.web.numbers import from_thousandths
from scoring.web.requests import Request, activate_group_language

MOST_PAGES = 1_000
TOLD = 3  # players, in what a link to the page says of it


@require_safe
def season(
    request: HttpRequest, group: str, league: str, season: str, game: str = ""
) -> HttpResponse:
    """A page of a public season that has not changed costs one query."""
    if page_cache.is_nobody(request):
        version = queries.public_version(group, league, season)
        if version is not None:
            activate_group_language(request, version.language)
            tag = page_cache.etag(request, version, shows=_part(request, game))
            answer = page_cache.unchanged(request, tag) or page_cache.kept(tag)
            if answer is not None:
                return answer
    return _season(request, group=group, league=league, season=season, game=game)


@season_view()
def _season(request: HttpRequest, guest: Guest, season: Season, game: str) -> HttpResponse:
    season = _fresh(season)
    version = page_cache.version_of(season)
    tag = page_cache.etag(request, version, shows=_part(request, game), guest=guest)
    is_for_all = guest.user is None and guest.group.visibility == Group.Visibility.PUBLIC
    answer = page_cache.unchanged(request, tag)
    if answer is None and is_for_all:
        answer = page_cache.kept(tag)
    if answer is not None:
        return answer
    context = _context(request, guest, season, game)
    answer = render(request, "leagues/standings.html", context)
    if is_for_all:
        page_cache.keep(tag, answer.content)
    return page_cache.headed(answer, tag)


def _fresh(season: Season) -> Season:
    """With its skill worked out; looking takes no lock where nothing is to be done."""
    if not season.skill_is_stale:
        return season
    fresh = leagues.fresh(season)
    fresh.league = season.league
    return fresh


def _part(request: HttpRequest, game: str) -> str:
    return f"{game} {_page_number(request)}"


def _page_number(request: HttpRequest) -> int:
    asked = request.GET.get("page", "1")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else 0
    if not 1 <= number <= MOST_PAGES:
        raise Http404
    return number


def _context(request: HttpRequest, guest: Guest, season: Season, game: str) -> dict[str, Any]:
    there = [guest.group.slug, season.league.slug, season.slug]
    seasons, games = queries.seasons(season.league_id, season.pk)
    if game and game not in games:
        raise Http404
    counted = games[game] if game else season
    here, with_skill = reverse("season", args=there), season.skill and not game
    table = page(season, game, _page_number(request), _reader(guest, there, game))
    names = {told.player: told.name for told in table.top}
    pattern = render_to_string("leagues/_line.html", {"with_skill": with_skill})
    return {
        **_label(guest, season),
        "game": get_game(game) if game else None,
        "games": [get_game(slug).name for slug in installed_games() if slug in games],
        "tabs": _tabs(games, game),
        "sessions": counted.sessions,
        "table": table,
        "ranked": written(table.ranked, pattern),
        "below": written(table.below, pattern),
        "how": how(season.rules),
        "race": race(season, game, counted.last_day, names),
        "evenings": season_sessions.latest(season, game, counted.last_day, inside=guest.belongs),
        "seasons": seasons,
        "all_games": here,
        "own_address": f"{here}{game}/" if game else here,
        "address": outside_link(request, f"{here}{game}/" if game else here),
        "told": _told(table),
        "with_skill": with_skill,
        "columns": 8 if with_skill else 7,
    }


def _tabs(games: Mapping[str, queries.Counted], game: str) -> list[Any]:
    """Those that were played, where there are others that could have been."""
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


def _reader(guest: Guest, there: list[str], game: str) -> Reader:
    sessions = reverse("season_player", args=[*there, 0])
    return Reader(
        inside=guest.belongs,
        player_page=_player_pages(guest.group),
        sessions_page=sessions.removesuffix("0/"),
        after=f"?game={game}" if game else "",
    )


def _player_pages(group: Group) -> str:
    try:
        return reverse("player", args=[group.slug, 0]).removesuffix("0/")
    except NoReverseMatch:
        return ""


def _told(table: Page) -> str:
    """What a link to the page says of it."""
    return " · ".join(f"{rank}. {name} {value}" for _player, rank, name, value in table.top[:TOLD])


# Behind a line


@require_safe
@season_view()
def player_sessions(request: Request, guest: Guest, season: Season, player: int) -> HttpResponse:
    """In its place on the page, where htmx asks; a page of its own elsewhere."""
    game = request.GET.get("game", "")
    if game and game not in installed_games():  # nobody asks the database for any characters
        raise Http404
    line = Tally.objects.of(season, player, game)
    if line is None:
        raise Http404
    who = line.player
    known = player_name(who, is_member=guest.belongs)
    if not known.is_known:
        raise Http404
    number = _page_number(request)
    there = [guest.group.slug, season.league.slug, season.slug]
    table = reverse("season", args=there)
    here = reverse("season_player", args=[*there, player])
    asked = f"?game={game}&" if game else "?"
    context = {
        **_label(guest, season),
        "game": get_game(game) if game else None,
        "to_table": f"{table}{game}/" if game else table,
        "newest": f"{here}{asked}page=1",
        "older": f"{here}{asked}page={number + 1}",
        "known": known,
        "player": who,
        "line": line,
        "value": from_thousandths(thousandths(season.rules, line.sum, line.plays)),
        "played": season_sessions.played(season, who, game, number, inside=guest.belongs),
        "how": how(season.rules),
    }
    template = "leagues/_player_sessions.html" if request.htmx else "leagues/player_sessions.html"
    return render(request, template, context)
