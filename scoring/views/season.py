"""A season: its table and what goes with it, and the sessions behind a player's line."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_safe

from scoring import evenings, kept_pages, leagues, season_reads
from scoring.access import Guest, Request, season_view, speak
from scoring.links import outside_link
from scoring.models import Group, Season, Tally
from scoring.race import race
from scoring.registry import get_game, installed_games
from scoring.season_table import Page, Reader, page, written
from scoring.standings import thousandths
from scoring.standings_wording import how, shown

MOST_PAGES = 1_000
TOLD = 3  # players, in what a link to the page says of it


@require_safe
def season(
    request: HttpRequest, group: str, league: str, season: str, game: str = ""
) -> HttpResponse:
    """A page of a public season that has not changed costs one query."""
    if kept_pages.is_nobody(request):
        version = season_reads.public_version(group, league, season)
        if version is not None:
            speak(request, version.language)
            tag = kept_pages.etag(request, version, shows=_part(request, game))
            answer = kept_pages.unchanged(request, tag) or kept_pages.kept(request, tag)
            if answer is not None:
                return answer
    return _season(request, group=group, league=league, season=season, game=game)


@season_view()
def _season(request: HttpRequest, guest: Guest, season: Season, game: str) -> HttpResponse:
    season = _fresh(season)
    version = kept_pages.version_of(season)
    tag = kept_pages.etag(request, version, shows=_part(request, game), guest=guest)
    is_for_all = guest.user is None and guest.group.visibility == Group.Visibility.PUBLIC
    answer = kept_pages.unchanged(request, tag)
    if answer is None and is_for_all:
        answer = kept_pages.kept(request, tag)
    if answer is not None:
        return answer
    context = _context(request, guest, season, game)
    if not is_for_all:
        return kept_pages.headed(render(request, "scoring/season.html", context), tag)
    context["csrf_token"] = kept_pages.TOKEN
    body = render_to_string("scoring/season.html", context, request).encode()
    kept_pages.keep(tag, body)
    return kept_pages.headed(kept_pages.with_token(request, body), tag)


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
    seasons, games = season_reads.seasons(season.league_id, season.pk)
    if game and game not in games:
        raise Http404
    counted = games[game] if game else season
    here, with_skill = reverse("season", args=there), season.skill and not game
    table = page(season, game, _page_number(request), _reader(guest, there, game))
    names = {told.player: told.name for told in table.top}
    pattern = render_to_string("scoring/_season_line.html", {"with_skill": with_skill})
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
        "evenings": evenings.latest(season, game, counted.last_day, inside=guest.belongs),
        "seasons": seasons,
        "all_games": here,
        "own_address": f"{here}{game}/" if game else here,
        "address": outside_link(request, f"{here}{game}/" if game else here),
        "told": _told(table),
        "with_skill": with_skill,
        "columns": 8 if with_skill else 7,
    }


def _tabs(games: Mapping[str, season_reads.Counted], game: str) -> list[Any]:
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
    known = who.called(inside=guest.belongs)
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
        "value": shown(thousandths(season.rules, line.sum, line.plays)),
        "played": evenings.played(season, who, game, number, inside=guest.belongs),
        "how": how(season.rules),
    }
    template = "scoring/_played.html" if request.htmx else "scoring/played.html"
    return render(request, template, context)
