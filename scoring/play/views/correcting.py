"""Correcting an entry, and asking first where a change moves the standings of a season."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.core.wording import headline
from scoring.models import League
from scoring.noted.game import game_of
from scoring.play.change_preview import preview_tap, standings_changes
from scoring.play.screen import TableNow, plates
from scoring.play.taps import KeyForm, RecordTap, TapForm, record_tap
from scoring.sessions.repeated_taps import is_repeated
from scoring.totals.standings_preview import StandingsChange
from scoring.web.requests import Request, redirect_page, render_form
from scoring.web.table_access import Visit


def correct(
    request: Request,
    visit: Visit,
    form: TapForm,
    template: str,
    context: dict[str, Any],
    *,
    record_with: RecordTap | None = None,
) -> HttpResponse:
    """Serve the page of a correction; its `template` extends play/correct.html with the fields.

    Posted, the form is previewed; posted with `save`, or with the number of the entry with which
    the game ends now, it is recorded, unless something else was recorded since the page was
    rendered: the entry of that number may be another one by now.
    `record_with` records instead what is no correction but a new entry, of which no preview of the
    standings is due: a session that goes on counts for none."""
    session = visit.session
    seen = _seen_revision(request)
    context = {
        "visit": visit,
        "session": session,
        "game": game_of(session),
        "form": form,
        "seen": session.revision if seen is None else seen,
        **context,
    }
    if not form.is_bound:
        return render(request, template, context)
    if "save" in request.POST or "ends_after" in request.POST:
        if record_with(form, visit) if record_with else record_tap(form, visit, seen):
            return redirect_page(request, "table", session.uuid)
        session.refresh_from_db()
        context["seen"] = session.revision
    context["effect"] = preview_tap(form, session)
    if context["effect"] and not record_with:
        # Without the key, which a preview shall not use up.
        context["standings_changes"] = standings_changes(
            visit, lambda: form.record(visit, visit.by())
        )
    rendered = "play/_effect.html" if request.htmx else template
    return render_form(request, rendered, context)


def _seen_revision(request: Request) -> int | None:
    form = KeyForm(request.POST)
    return form.cleaned_data["seen"] if form.is_valid() else None


def missing_entry(request: Request, visit: Visit) -> HttpResponse:
    """Answer 404 for an entry that does not exist, but to the second tap on what removed it: the
    table."""
    form = KeyForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else None
    if is_repeated(visit.session, key):
        return redirect_page(request, "table", visit.session.uuid)
    raise Http404


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A page that asks before a change; its button posts `hidden`, and `save`."""

    heading: str
    save_label: str
    explanation: str = ""
    hidden: Iterable[tuple[str, object]] = ()
    to: str = ""  # the name of the view that it posts to, if not the one that asks
    back: str = "about"  # the name of the view to which one goes back


def ask(
    request: HttpRequest,
    visit: Visit,
    question: Question,
    changes: Sequence[StandingsChange] = (),
    *,
    final: TableNow | None = None,
) -> HttpResponse:
    """Render the question, with what the change does to seasons, and the table's `final` state."""
    session = visit.session
    context = {
        "visit": visit,
        "session": session,
        "game": game_of(session),
        "question": question,
        "standings_changes": changes,
    }
    if final:
        context |= {"headline": headline(final.outcome), "plates": plates(final)}
    return render(request, "play/confirm.html", context)


def ask_if_standings_change(
    request: HttpRequest,
    visit: Visit,
    question: Question,
    change: Callable[[], object],
    new_league: League | None = None,
) -> HttpResponse | None:
    """Ask, if the change moves standings and has not been confirmed yet; else return None."""
    if "save" in request.POST:
        return None
    changes = standings_changes(visit, change, new_league=new_league)
    return ask(request, visit, question, changes) if changes else None
