"""What was entered so far; who changed what, and restoring an earlier revision."""

from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.core.wording import action_sentence
from scoring.noted.game import game_of
from scoring.play.change_preview import standings_changes
from scoring.play.history_page import back_to, history_page
from scoring.play.screen import plates, table_now
from scoring.play.taps import KeyForm
from scoring.play.views.table import now_context, parts_context
from scoring.sessions.undo import OthersPlayed, can_redo, restore
from scoring.web.requests import Request, posted, redirect_page, render_form
from scoring.web.table_access import Needs, Visit, table_view


@require_safe
@table_view()
def entries(request: Request, visit: Visit) -> HttpResponse:
    """Show what was entered so far, each round or turn with a link to correct it."""
    if visit.session.result_only:
        return redirect_page(request, "result", visit.session.uuid)
    now = table_now(visit.session)
    context = {"visit": visit, "plates": plates(now), **now_context(now), **parts_context(now)}
    return render(request, "play/history/entries.html", context)


@require_safe
@table_view()
def history(request: HttpRequest, visit: Visit) -> HttpResponse:
    below = request.GET.get("below", "")
    session = visit.session
    page = history_page(session, int(below) if _is_number(below) else None)
    shows_latest = page.newest == session.revision
    context = {
        "visit": visit,
        "session": session,
        "game": game_of(session),
        "page": page,
        "can_redo": visit.enters and shows_latest and can_redo(session, page.changes[0].revision),
    }
    return render(request, "play/history/history.html", context)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 10


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def restore_revision(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Show what restoring the revision would change; posted, restore it."""
    session = visit.session
    revision = get_object_or_404(session.revisions.with_people(), number=number)
    form = KeyForm(posted(request), initial={"key": uuid4()})
    try:
        if form.is_valid():
            restore(session=session, number=number, by=visit.by(form.cleaned_data["key"]))
            return redirect("table", session.uuid)
        effect = back_to(session, number)
    except OthersPlayed:
        raise Http404 from None
    game = game_of(session)
    context = {
        "visit": visit,
        "session": session,
        "game": game,
        "revision": revision,
        "sentence": action_sentence(revision.action, game.wording),
        "effect": effect,
        "standings_changes": standings_changes(
            visit, lambda: restore(session=session, number=number, by=visit.by())
        ),
        "form": form,
    }
    return render_form(request, "play/history/restore.html", context, refused=form.is_bound)
