"""Deleting a session, letting it go on, moving it to a group or a league.

Each page asks first, and says what the change would do to the standings."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.models import League, Session
from scoring.play.change_preview import standings_changes
from scoring.play.joining import move_to_group
from scoring.play.league_choices import LeagueChoice, chosen_league
from scoring.play.screen import table_now
from scoring.play.views.correcting import Question, ask, ask_if_standings_change
from scoring.play.views.table import render_table
from scoring.play.views.who_sits_there import (
    NamesAtTable,
    ask_who_sits_there,
    matched_at_table,
)
from scoring.registry import get_game
from scoring.sessions import lifecycle
from scoring.sessions.recording import reopen
from scoring.web.group_access import is_scorekeeper
from scoring.web.requests import Request
from scoring.web.table_access import Needs, Visit, table_view


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.HOST)
def delete_session(request: HttpRequest, visit: Visit) -> HttpResponse:
    session = visit.session
    if request.method == "POST":
        lifecycle.delete(session=session, by=visit.by())
        return render(request, "play/deleted.html", {"game": get_game(session.game)})
    question = Question(
        heading=_("Delete this session?"),
        explanation=_explanation_of_deleting(session),
        save_label=_("Delete the session"),
    )
    changes = standings_changes(visit, lambda: lifecycle.delete(session=session, by=visit.by()))
    return ask(request, visit, question, changes)


def _explanation_of_deleting(session: Session) -> str:
    if session.group is None:
        return _("It disappears for everyone. For 30 days, whoever runs this site can restore it.")
    return _(
        "It disappears for everyone. For 30 days, the group’s owners and scorekeepers can restore"
        " it."
    )


@require_safe
@table_view(needs=Needs.ENTER)
def confirm_stopping(request: Request, visit: Visit) -> HttpResponse:
    """Ask before a session is stopped: show which standings become final, and what is lost."""
    session = visit.session
    if session.result_only:
        raise Http404
    now = table_now(session)
    if now.outcome.finished or not now.game.can_stop(now.state):
        return redirect("about", session.uuid)
    try:
        stopped = now.if_stopped()
    except Refused as refused:
        return render_table(request, visit, refusal=refusal_sentence(refused, now.game.wording))
    question = Question(
        heading=_("Stop here?"),
        explanation=now.game.play.unrecorded(now),
        to="end",
        hidden=[("key", uuid4())],
        save_label=_("Stop here"),
    )
    return ask(request, visit, question, final=stopped)


@require_safe
@table_view(needs=Needs.ENTER)
def confirm_reopening(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Ask before a session that was stopped goes on."""
    session = visit.session
    if not session.stopped:
        return redirect("about", session.uuid)
    question = Question(
        heading=_("Keep playing?"),
        explanation=_("It will count again once it is over."),
        to="end",
        hidden=[("go_on", "1"), ("key", uuid4())],
        save_label=_("Continue"),
    )
    changes = standings_changes(visit, lambda: reopen(session=session, by=visit.by()))
    return ask(request, visit, question, changes)


@require_POST
@table_view(needs=Needs.HOST)
def move_quick_table_to_group(request: HttpRequest, visit: Visit) -> HttpResponse:
    session = visit.session
    choice = chosen_league(visit.user, request.POST.get("group", ""))
    if choice is None or session.group_id not in {None, choice.group.pk}:
        raise Http404
    if session.group_id is not None:
        return redirect("about", session.uuid)
    names = matched_at_table(request, choice.group, session.seats.names())
    if names.questions:
        return ask_who_sits_there(request, visit, choice, names)
    return _move_if_confirmed(request, visit, choice, names)


@require_POST
@table_view(needs=Needs.HOST)
def move_to_league(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Move the session to another league of its group, or to none."""
    session = visit.session
    if not is_scorekeeper(visit.user, session.group):
        raise PermissionDenied
    choice = chosen_league(visit.user, request.POST.get("group", ""))
    if choice is None or choice.group != session.group:
        raise Http404
    if choice.league == session.league:
        return redirect("about", session.uuid)
    return _move_if_confirmed(request, visit, choice)


def _move_if_confirmed(
    request: HttpRequest, visit: Visit, choice: LeagueChoice, names: NamesAtTable | None = None
) -> HttpResponse:
    said = names.said if names else {}
    question = Question(
        heading=_heading(choice.league),
        hidden=[("group", choice.value), *(names.answers if names else ())],
        save_label=_("Move"),
    )
    asked = ask_if_standings_change(
        request, visit, question, lambda: _move(visit, choice, said), choice.league
    )
    if asked:
        return asked
    _move(visit, choice, said)
    return redirect("about", visit.session.uuid)


def _move(visit: Visit, to: LeagueChoice, said: Mapping[str, str]) -> None:
    session, by = visit.session, visit.by()
    if session.group_id is None:
        into: dict[str, Any] = {"group": to.group, "league": to.league, "said": said}
        move_to_group(session=session, phone=visit.phone, by=by, **into)
    else:
        lifecycle.move(session=session, group=to.group, league=to.league, by=by)


def _heading(league: League | None) -> str:
    if league is None:
        return _("Remove this session from its league?")
    return _("Move this session to %(league)s?") % {"league": league}
