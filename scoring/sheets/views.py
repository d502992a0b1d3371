"""Show the score sheets of the site: a new session of a group, and the correction of one."""

from django.http import Http404, HttpResponse
from django.shortcuts import render, resolve_url
from django.views.decorators.http import require_http_methods, require_safe

from scoring.models import Session
from scoring.play.change_preview import standings_changes
from scoring.registry import get_game, installed_games
from scoring.sheets.desk import Desk, answer_correction, answer_new
from scoring.web.browser_cookie import browser_of
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.requests import Request
from scoring.web.table_access import Needs, Visit, table_view


def result_address(session: Session) -> str:
    return resolve_url("result" if session.finished_at else "table", session.uuid)


@require_safe
@group_view(needs=GroupNeeds.KEEP)
def choose(request: Request, guest: Guest) -> HttpResponse:
    """List the games whose sessions can be typed in."""
    games = [game for game in installed_games().values() if game.sheet]
    return render(
        request, "sheets/choose.html", {"guest": guest, "group": guest.group, "games": games}
    )


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def new(request: Request, guest: Guest, slug: str) -> HttpResponse:
    game = installed_games().get(slug)
    if game is None or game.sheet is None:
        raise Http404
    desk = Desk(
        base="sheets/frame.html",
        by=guest.by,
        saved=result_address,
        browser=browser_of(request),
        confirmed=guest.confirmed,
        context={"guest": guest, "group": guest.group},
    )
    return answer_new(request, desk, game, guest.group)


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.HOST)
def correct(request: Request, visit: Visit) -> HttpResponse:
    session = visit.session
    if session.result_only or get_game(session.game).sheet is None:
        raise Http404
    desk = Desk(
        base="sheets/frame.html",
        by=visit.by,
        saved=result_address,
        browser=browser_of(request),
        standings_changes=lambda _session, change: standings_changes(visit, change),
        context={"visit": visit, "session": session},
    )
    return answer_correction(request, desk, session)
