"""The table on a phone: what to enter now, who stands where, and one tap back."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from scoring.core.wording import end_sentence, headline
from scoring.play.screen import TableNow, has_begun, latest, look, plates
from scoring.play.taps import KeyForm, TapForm, take
from scoring.play.timer import start_timer, timer_at
from scoring.sessions.recording import MovedOn, Recorded, reopen, stop
from scoring.sessions.undo import NothingToRedo, NothingToUndo, redo, undo
from scoring.web.polling import no_content_if_seen
from scoring.web.requests import Request
from scoring.web.table_access import Needs, Visit, table_view


@require_safe
@table_view()
def table(request: Request, visit: Visit) -> HttpResponse:
    return show(request, visit)


@require_GET
def live(request: Request, uuid: UUID) -> HttpResponse:
    return no_content_if_seen(request, uuid) or table(request, uuid)


def table_context(visit: Visit) -> dict[str, Any]:
    """What every page that shows the table as it stands reads."""
    visit.session.refresh_from_db()
    return {"visit": visit, **now_context(look(visit.session))}


def now_context(now: TableNow) -> dict[str, Any]:
    """The same for whoever reads it, at the table or elsewhere."""
    slug = now.game.slug
    return {
        "session": now.session,
        "now": now,
        "game": now.game,
        "plates": plates(now),
        "begun": has_begun(now),
        "headline": headline(now.outcome),
        "ended": end_sentence(now.outcome.end, now.game.wording) if now.outcome.end else "",
        "progress": now.game.play.progress(now.state, now.outcome),
        "timer": timer_at(now.session, timezone.now()),
        "entries_template": f"{slug}/_entries.html",
        "parts_template": f"{slug}/_parts.html",
        **now.game.play.parts(now),
    }


def show(
    request: Request, visit: Visit, *, failed: TapForm | None = None, told: str = ""
) -> HttpResponse:
    """The page, or as much of it as htmx asked for. `failed`: a tap that was refused, `told`: why,
    where no form says it."""
    context = table_context(visit)
    now = context["now"]
    context |= {
        "entry_template": f"{now.game.slug}/_entry.html",
        "failed": failed,
        "told": told,
        "latest": latest(now),
        **now.game.play.entry(visit, now, failed),
    }
    template = "play/_table.html" if request.htmx else "play/table.html"
    return render(request, template, context, status=422 if failed or told else 200)


def answer(request: Request, visit: Visit) -> HttpResponse:
    """After a change: the table as it stands now."""
    return show(request, visit) if request.htmx else redirect("table", visit.session.uuid)


def tap(request: Request, visit: Visit, form: TapForm) -> HttpResponse:
    """Record what the form says, and show the table, or what is wrong with the form."""
    if take(form, visit):
        return answer(request, visit)
    return show(request, visit, failed=form)


@require_POST
@table_view(needs=Needs.ENTER)
def take_back(request: Request, visit: Visit) -> HttpResponse:
    """Undo what the page showed as the latest, and nothing that came after."""
    return _return(request, visit, undo)


@require_POST
@table_view(needs=Needs.ENTER)
def put_back(request: Request, visit: Visit) -> HttpResponse:
    return _return(request, visit, redo)


def _return(request: Request, visit: Visit, verb: Callable[..., Recorded]) -> HttpResponse:
    form = KeyForm(request.POST)
    if not form.is_valid():
        return show(request, visit, told=_("This page is too old. Open the table again."))
    by = visit.by(form.cleaned_data["key"])
    try:
        verb(session=visit.session, by=by, seen=form.cleaned_data["seen"])
    except MovedOn:
        return show(
            request, visit, told=_("Somebody entered something since; look, then tap again.")
        )
    except NothingToUndo:
        return show(request, visit, told=_("There is nothing left to take back."))
    except NothingToRedo:
        return show(request, visit, told=_("There is nothing to put back."))
    return answer(request, visit)


@require_POST
@table_view(needs=Needs.ENTER)
def end(request: Request, visit: Visit) -> HttpResponse:
    """Break off, or go on after all."""
    form = KeyForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else None
    verb = reopen if "go_on" in request.POST else stop
    verb(session=visit.session, by=visit.by(key))
    return answer(request, visit)


@require_POST
@table_view(needs=Needs.ENTER)
def hourglass(request: Request, visit: Visit) -> HttpResponse:
    """Turn it, for as long as the game says, or lay it down."""
    length = look(visit.session).game.play.hourglass
    seconds = 0 if "lay_down" in request.POST else length
    start_timer(session=visit.session, seconds=seconds, at=timezone.now())
    return answer(request, visit)
