"""Where a table is kept: deleted, taken into a group, moved to another league.

What that changes in a season's table is said first; so is what going on after the end does."""

from typing import Any
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.models import League
from scoring.play.destinations import Destination, destination
from scoring.play.joining import move_to_group
from scoring.play.views.correcting import tables
from scoring.registry import get_game
from scoring.sessions import recording
from scoring.sessions.lifecycle import delete, move
from scoring.web.group_access import is_scorekeeper
from scoring.web.table_access import Needs, Visit, table_view


def confirm(request: HttpRequest, visit: Visit, **said: Any) -> HttpResponse:
    """`said`: heading, tables, and the button that does it: `to`, `save_label`, hidden fields."""
    session = visit.session
    context = {"visit": visit, "session": session, "game": get_game(session.game), **said}
    return render(request, "play/confirm.html", context)


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.HOST)
def remove(request: HttpRequest, visit: Visit) -> HttpResponse:
    if request.method == "POST":
        delete(session=visit.session, by=visit.by())
        return render(request, "play/deleted.html", {"game": get_game(visit.session.game)})
    return confirm(
        request,
        visit,
        heading=_("Delete this session?"),
        told=_("It disappears for everybody. For 30 days whoever runs the site can bring it back."),
        tables=tables(visit, lambda: delete(session=visit.session, by=visit.by())),
        save_label=_("Delete it"),
    )


@require_safe
@table_view(needs=Needs.ENTER)
def go_on(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Before the table goes on after its end."""
    session = visit.session
    if not session.stopped:
        return redirect("about", session.uuid)
    return confirm(
        request,
        visit,
        heading=_("Go on after all?"),
        told=_("Until it is over again, it counts for no table."),
        tables=tables(visit, lambda: recording.reopen(session=session, by=visit.by())),
        to="end",
        hidden=[("go_on", "1"), ("key", uuid4())],
        save_label=_("Go on"),
    )


@require_POST
@table_view(needs=Needs.HOST)
def take_in(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A quick table, into a group of the host's, where it is kept and may count for a league."""
    session = visit.session
    there = destination(visit.user, request.POST.get("group", ""))
    if there is None or session.group_id not in {None, there.group.pk}:
        raise Http404
    if session.group_id is not None:
        return redirect("about", session.uuid)
    return _moved(request, visit, there)


@require_POST
@table_view(needs=Needs.HOST)
def refile(request: HttpRequest, visit: Visit) -> HttpResponse:
    """To another league of its group, or to none."""
    session = visit.session
    if not is_scorekeeper(visit.user, session.group):
        raise PermissionDenied
    there = destination(visit.user, request.POST.get("group", ""))
    if there is None or there.group != session.group:
        raise Http404
    if there.league == session.league:
        return redirect("about", session.uuid)
    return _moved(request, visit, there)


def _moved(request: HttpRequest, visit: Visit, there: Destination) -> HttpResponse:
    if "save" not in request.POST:
        changes = tables(visit, lambda: _move(visit, there), into=there.league)
        if changes:
            return confirm(
                request,
                visit,
                heading=_into(there.league),
                tables=changes,
                hidden=[("group", there.said)],
                save_label=_("Move it"),
            )
    _move(visit, there)
    return redirect("about", visit.session.uuid)


def _move(visit: Visit, to: Destination) -> None:
    session, by = visit.session, visit.by()
    if session.group_id is None:
        move_to_group(session=session, group=to.group, league=to.league, phone=visit.phone, by=by)
    else:
        move(session=session, group=to.group, league=to.league, by=by)


def _into(league: League | None) -> str:
    if league is None:
        return _("Take it out of its league?")
    return _("Move it to %(league)s?") % {"league": league}
