"""Views that the games' urls.py and views.py make: of a form, of a verb, of a correction."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.play.taps import CorrectionForm, DraftForm, TapForm
from scoring.play.undo.entries import enters
from scoring.play.views.correcting import correct, missing_entry
from scoring.play.views.table import refuse_old_page, render_table, show_change, submit_tap
from scoring.registry import get_game
from scoring.sessions.loading import load
from scoring.web.requests import Request, View
from scoring.web.table_access import Needs, Visit, table_view

Arguments = Callable[[Visit], dict[str, Any]]


def tap_view(form_type: type[TapForm]) -> View:
    """Return a view that records the change of a form."""

    @require_POST
    @table_view(needs=Needs.ENTER)
    def record(request: Request, visit: Visit) -> HttpResponse:
        return submit_tap(request, visit, form_type.posted(request.POST, visit))

    return record


def the_session(visit: Visit) -> dict[str, Any]:
    return {"session": visit.session}


def draft_view(
    form_type: type[DraftForm], verb: Callable[..., object], arguments: Arguments = the_session
) -> View:
    """Return a view of a tap that changes what is being entered, and no State yet.

    The verb is called with what the form says, and with the `arguments` of the visit."""

    @require_POST
    @table_view(needs=Needs.ENTER)
    def enter(request: Request, visit: Visit) -> HttpResponse:
        form = form_type(request.POST)
        if not form.is_valid():
            return refuse_old_page(request, visit)
        try:
            with enters(visit, form, verb.__name__):
                verb(**form.arguments(), **arguments(visit))
        except Refused as refused:
            wording = get_game(visit.session.game).wording
            return render_table(request, visit, refusal=refusal_sentence(refused, wording))
        return show_change(request, visit)

    return enter


def correction_view(form_type: type[CorrectionForm]) -> View:
    """Return the view of the page that corrects an entry, whose number from 1 is in the address.

    Answers 404 where there is no entry of the number."""

    @require_http_methods(["GET", "POST"])
    @table_view(needs=Needs.ENTER)
    def correct_entry(request: Request, visit: Visit, number: int) -> HttpResponse:
        state, at = load(visit.session).state, number - 1
        if at not in range(len(form_type.entries.of(state))):
            return missing_entry(request, visit)
        posted = request.POST.copy()
        posted["at"] = str(at)
        data = posted if request.method == "POST" else None
        form = form_type(data, session=visit.session, state=state, at=at)
        return correct(request, visit, form, form_type.page, {"number": number})

    return correct_entry
