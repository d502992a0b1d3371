"""The settings of a group's leagues and seasons: owners change them, scorekeepers may read them."""

from collections.abc import Callable
from copy import copy
from datetime import date

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.leagues import leagues as verbs
from scoring.leagues.forms import LeagueForm, SeasonForm
from scoring.leagues.jobs import ask_to_count
from scoring.leagues.leagues import SeasonDays
from scoring.leagues.open_tables import open_tables
from scoring.leagues.rules_preview import preview_season, table_sizes
from scoring.leagues.wording import how
from scoring.models import League, Season
from scoring.registry import get_game
from scoring.web.group_access import GroupNeeds, Guest, group_view, league_view, season_view
from scoring.web.requests import Request, posted, render_form


@require_safe
@group_view(needs=GroupNeeds.KEEP)
def leagues(request: HttpRequest, guest: Guest) -> HttpResponse:
    context = {
        "guest": guest,
        "group": guest.group,
        "leagues": guest.group.leagues.with_seasons(),
    }
    return render(request, "leagues/leagues.html", context)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def league_new(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Create a league, then go on to its first season."""
    form = LeagueForm(posted(request), group=guest.group)
    if form.is_valid() and _saved(guest, form, lambda: verbs.describe(league=form.instance)):
        return redirect("season_new", guest.group.slug, form.instance.slug)
    context = {"guest": guest, "group": guest.group, "form": form}
    return render_form(request, "leagues/league_new.html", context)


@require_http_methods(["GET", "POST"])
@league_view(needs=GroupNeeds.KEEP)
def league_edit(request: HttpRequest, guest: Guest, league: League) -> HttpResponse:
    """List the league's seasons; owners also change its name and address."""
    _check_owner(request, guest)
    edited = copy(league)
    form = LeagueForm(posted(request), instance=edited, group=guest.group)
    if form.is_valid() and _saved(guest, form, lambda: verbs.describe(league=edited)):
        return redirect("league_edit", guest.group.slug, edited.slug)
    context = {
        "guest": guest,
        "group": guest.group,
        "league": league,
        "form": form,
        "seasons": league.seasons.newest_first(),
    }
    return render_form(request, "leagues/league.html", context)


@require_http_methods(["GET", "POST"])
@league_view(needs=GroupNeeds.OWN)
def league_remove(request: HttpRequest, guest: Guest, league: League) -> HttpResponse:
    if request.method == "POST":
        with guest.confirmed():
            verbs.remove_league(league=league)
        return redirect("leagues", guest.group.slug)
    context = {
        "guest": guest,
        "group": guest.group,
        "league": league,
        "sessions": league.sessions.not_deleted().count(),
    }
    return render(request, "leagues/league_remove.html", context)


# Seasons


@require_http_methods(["GET", "POST"])
@league_view(needs=GroupNeeds.OWN)
def season_new(request: Request, guest: Guest, league: League) -> HttpResponse:
    """Create a season, on days that are usual ones or on others."""
    asked = request.GET.get("days")
    days = SeasonDays(asked) if asked in set(SeasonDays) else None
    return _season(request, guest, league, verbs.next_season(league, days, _asked_dates(request)))


def _asked_dates(request: Request) -> tuple[date, date] | None:
    """Return the first and the last day that the address asks for, if it does."""
    try:
        first, last = (date.fromisoformat(request.GET[name]) for name in ("from", "to"))
    except (KeyError, ValueError):
        return None
    return (first, last) if first <= last else None


@require_http_methods(["GET", "POST"])
@season_view(needs=GroupNeeds.KEEP)
def season_edit(request: Request, guest: Guest, season: Season) -> HttpResponse:
    _check_owner(request, guest)
    return _season(request, guest, season.league, copy(season), season)


def _season(
    request: Request, guest: Guest, league: League, edited: Season, season: Season | None = None
) -> HttpResponse:
    """Show the form of a season with a preview of the standings, or save it.

    `edited` is what the form writes to; `season` is the stored one, None for a new season."""
    form = SeasonForm(posted(request), instance=edited, league=league)
    if form.is_valid() and "save" in request.POST and _saved_season(guest, form):
        if guest.user and (job := ask_to_count(edited, asked_by=guest.user)):
            return redirect("job", job.pk)
        destination = "season_edit" if season else "season"
        return redirect(destination, guest.group.slug, league.slug, edited.slug)
    previews = form.is_valid() or (season is None and not form.is_bound)
    games = form.cleaned_data["games"] if form.is_bound and previews else form.initial["games"]
    context = {
        "guest": guest,
        "group": guest.group,
        "league": league,
        "season": season,
        "form": form,
        "games": [get_game(slug).name for slug in form.initial["games"]],
        "preview": preview_season(edited, games) if previews else None,
        "per_head": table_sizes(edited.rules) if previews else [],
        "how": how(edited.rules),
        "open_tables": open_tables(season, guest) if season and not request.htmx else (),
    }
    template = "leagues/_rules_effect.html" if request.htmx else "leagues/season_form.html"
    return render_form(request, template, context)


def _saved_season(guest: Guest, form: SeasonForm) -> bool:
    games = form.cleaned_data["games"]
    try:
        return _saved(guest, form, lambda: verbs.settle(season=form.instance, games=games))
    except verbs.TooManySeasons as refused:
        form.refuse_days(refused.day)
        return False


def _saved(guest: Guest, form: LeagueForm | SeasonForm, act: Callable[[], object]) -> bool:
    try:
        with guest.confirmed() as confirmed:
            if not confirmed.owns:
                raise PermissionDenied
            act()
    except IntegrityError:
        form.refuse_address()
        return False
    return True


@require_POST
@season_view(needs=GroupNeeds.OWN)
def season_close(request: HttpRequest, guest: Guest, season: Season) -> HttpResponse:
    """Close the season, or reopen it."""
    with guest.confirmed():
        verbs.close(season=season, at=None if "open" in request.POST else timezone.now())
    return redirect("season_edit", guest.group.slug, season.league.slug, season.slug)


@require_http_methods(["GET", "POST"])
@season_view(needs=GroupNeeds.OWN)
def season_remove(request: HttpRequest, guest: Guest, season: Season) -> HttpResponse:
    if request.method == "POST":
        with guest.confirmed():
            verbs.remove(season=season)
        return redirect("league_edit", guest.group.slug, season.league.slug)
    context = {"guest": guest, "group": guest.group, "league": season.league, "season": season}
    return render(request, "leagues/season_remove.html", context)


def _check_owner(request: HttpRequest, guest: Guest) -> None:
    """Refuse changes by scorekeepers, who may only read."""
    if request.method == "POST" and not guest.owns:
        raise PermissionDenied
