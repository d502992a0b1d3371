"""The table on a phone: what to enter now, the standings, undo, the end, the hourglass."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from scoring.core.refusals import Refused
from scoring.core.wording import end_sentence, headline, refusal_sentence, rules_line
from scoring.models import Session
from scoring.noted.game import game_of
from scoring.play.celebration import celebration
from scoring.play.joining import misses_names
from scoring.play.phones.hosting import is_new_host
from scoring.play.phones.questions import questions
from scoring.play.rematch import rematch_of
from scoring.play.screen import (
    TableNow,
    outcome_before,
    plates,
    scores,
    table_now,
)
from scoring.play.taps import KeyForm, TapForm, changed_since, record_tap
from scoring.play.timer import start_timer, timer_at
from scoring.play.undo.button import latest_change, undo_revision
from scoring.play.undo.entries import EntryStays, undo_entry
from scoring.sessions import undo
from scoring.sessions.recording import MovedOn, Recorded, reopen, stop
from scoring.web.cached_page import CachedPage
from scoring.web.etag import digest
from scoring.web.pictures import cover_address
from scoring.web.polling import polled, polling_of
from scoring.web.requests import Request, no_store, redirect_page
from scoring.web.table_access import Needs, Visit, table_view


@require_safe
@table_view()
def table(request: Request, visit: Visit) -> HttpResponse:
    if following := follows(request, visit):
        return redirect_page(request, "table", following.uuid)
    return render_table(request, visit)


@polled
@require_GET
def poll_table(request: Request, uuid: UUID) -> HttpResponse:
    polling = polling_of(request)
    stored = None
    if polling and polling.watches:
        stored = screen_of(request, polling.version).response()
    return no_store(stored) if stored else table(request, uuid)


def screen_of(request: Request, version: int) -> CachedPage:
    """Return the page for those who only watch without an account, or for htmx its changing part.

    What a seat or a host sees has names, forms and a token in it; of that, templates keep the parts
    that all phones show, with `{% cache %}` and the key of `TableNow`."""
    return CachedPage(request, bool(request.htmx), version, no_store=True)


def store_screen(request: Request, session: Session, response: HttpResponse) -> HttpResponse:
    """Store what was rendered of this version; not with an hourglass, whose seconds run."""
    if session.timer_started_at is not None:
        return response
    return screen_of(request, session.version).store(response)


def follows(request: Request, visit: Visit) -> Session | None:
    """Return the next table, if a screen polls that does not know of it yet (`?stays=`)."""
    polls = request.htmx and "seen" in request.GET and "stays" not in request.GET
    return rematch_of(visit.session) if polls else None


# Rendering


def table_context(
    visit: Visit, *, mark_changes: bool = False, recorded: Recorded | None = None
) -> dict[str, Any]:
    """Return what every page of a table reads; `mark_changes`: also who has just moved."""
    now = table_now(visit.session, recorded=recorded)
    visit.update(now.session)
    before = outcome_before(now) if mark_changes else None
    shown = plates(now, before)
    return {
        "visit": visit,
        "plates": shown,
        "celebration": celebration(now, shown),
        "cover": cover_address(now.session),
        "following": rematch_of(visit.session),
        **now_context(now),
    }


def now_context(now: TableNow) -> dict[str, Any]:
    """Return what a page of a table reads for anybody, also for who is not at the table."""
    return {
        "session": now.session,
        "now": now,
        "game": now.game,
        "begun": now.has_begun,
        "rules": rules_line(now.game.variants(now.state), now.game.wording),
        "headline": headline(now.outcome),
        "ended": end_sentence(now.outcome, now.game.wording),
        "progress": now.game.play.progress(now.state, now.outcome),
        "timer": timer_at(now.session, timezone.now()),
    }


def parts_context(now: TableNow) -> dict[str, Any]:
    """Return what a page reads that shows what was entered, or what the points consist of."""
    slug = now.game.slug
    return {
        "entries_template": f"{slug}/_entries.html",
        "parts_template": "" if now.game.result_only else f"{slug}/_parts.html",
        **now.game.play.parts_context(now),
    }


def render_table(
    request: Request,
    visit: Visit,
    *,
    recorded: Recorded | None = None,
    failed: Form | None = None,
    refusal: str = "",
) -> HttpResponse:
    """Render the page, or for htmx its changing part.

    `failed` is a form that was refused and says why; `refusal` says it where no form does;
    `recorded` is the change that the page answers."""
    if visit.session.result_only:
        return _show_result(request, visit, refusal)
    context = table_context(visit, recorded=recorded)
    now = context["now"]
    context |= {
        "entry_template": f"{now.game.slug}/_entry.html",
        "failed": failed,
        "refusal": refusal,
        "latest": latest_change(visit, now) if visit.enters else None,
        "is_new_host": is_new_host(visit, now.latest),
        "questions": questions(visit, timezone.now()) if visit.enters else None,
        "misses_names": misses_names(visit, now.seats.values()),
        "foot": [],  # what templates add to the bar, with {% foot %}...
        "below": [],  # ...and below it, with {% below %}
    }
    if visit.enters:
        context |= now.game.play.entry_context(visit, now, failed)
    choices = context.get("choices", {})
    context |= {"score": scores(context["plates"], choices), "choices_key": digest(choices)}
    template = "play/_table.html" if request.htmx else "play/table.html"
    response = render(request, template, context, status=422 if failed or refusal else 200)
    if visit.watches and not context["following"]:  # else each screen is led to the next table
        return store_screen(request, now.session, response)
    return response


def _show_result(request: Request, visit: Visit, refusal: str) -> HttpResponse:
    """Lead to the result of a session that has nothing else."""
    if refusal:
        messages.warning(request, refusal)
    return redirect_page(request, "result", visit.session.uuid)


def show_change(request: Request, visit: Visit, recorded: Recorded | None = None) -> HttpResponse:
    """Answer after a change: htmx gets the new table, others are redirected to it."""
    if request.htmx:
        return render_table(request, visit, recorded=recorded)
    return redirect("table", visit.session.uuid)


def refuse_old_page(request: Request, visit: Visit) -> HttpResponse:
    """Answer a form that this version of the site could not have rendered."""
    return render_table(request, visit, refusal=page_is_too_old())


def page_is_too_old() -> str:
    return _("This page is out of date. Open the table again.")


# Taps


def submit_tap(request: Request, visit: Visit, form: TapForm) -> HttpResponse:
    """Record what the form says, and show the table, or what is wrong with the form."""
    if recorded := record_tap(form, visit):
        return show_change(request, visit, recorded)
    return render_table(request, visit, failed=form)


@require_POST
@table_view(needs=Needs.ENTER)
def undo_change(request: Request, visit: Visit) -> HttpResponse:
    """Undo the change that the page showed as the latest, and nothing that came after."""
    form = KeyForm(request.POST)
    if form.is_valid() and form.cleaned_data["entry"]:
        return _undo_entry(request, visit, form)
    return _undo_or_redo(request, visit, undo_revision)


@require_POST
@table_view(needs=Needs.ENTER)
def redo_change(request: Request, visit: Visit) -> HttpResponse:
    return _undo_or_redo(request, visit, _redo)


def _redo(*, visit: Visit, seen: int | None, key: UUID | None) -> Recorded:
    return undo.redo(session=visit.session, by=visit.by(key), seen=seen)


def _undo_entry(request: Request, visit: Visit, form: KeyForm) -> HttpResponse:
    entry, key = form.cleaned_data["entry"], form.cleaned_data["key"]
    try:
        undo_entry(visit=visit, number=entry, key=key)
    except EntryStays as stays:
        return render_table(request, visit, refusal=stays.sentence)
    return show_change(request, visit)


def _undo_or_redo(request: Request, visit: Visit, verb: Callable[..., Recorded]) -> HttpResponse:
    form = KeyForm(request.POST)
    if not form.is_valid():
        return refuse_old_page(request, visit)
    seen, key = form.cleaned_data["seen"], form.cleaned_data["key"]
    try:
        recorded = verb(visit=visit, seen=seen, key=key)
    except MovedOn:
        refusal = changed_since()
    except EntryStays as stays:
        refusal = stays.sentence
    except undo.NothingToUndo:
        refusal = _("There is nothing left to undo.")
    except undo.NothingToRedo:
        refusal = _("There is nothing to redo.")
    except Refused as refused:
        refusal = refusal_sentence(refused)
    else:
        return show_change(request, visit, recorded)
    return render_table(request, visit, refusal=refusal)


@require_POST
@table_view(needs=Needs.ENTER)
def stop_or_reopen(request: Request, visit: Visit) -> HttpResponse:
    """Stop the session before its end, or let one that was stopped go on."""
    if visit.session.result_only:
        raise Http404
    form = KeyForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else None
    verb = reopen if "go_on" in request.POST else stop
    try:
        recorded = verb(session=visit.session, by=visit.by(key))
    except Refused as refused:
        wording = game_of(visit.session).wording
        return render_table(request, visit, refusal=refusal_sentence(refused, wording))
    return show_change(request, visit, recorded)


@require_POST
@table_view(needs=Needs.ENTER)
def hourglass(request: Request, visit: Visit) -> HttpResponse:
    """Start the hourglass for as long as the game says, or stop it."""
    length = table_now(visit.session).game.play.hourglass
    seconds = 0 if "lay_down" in request.POST else length
    with visit.confirmed():
        start_timer(session=visit.session, seconds=seconds, at=timezone.now())
    return show_change(request, visit)
