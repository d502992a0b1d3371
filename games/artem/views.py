"""Artem: entering turns."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from games.artem.forms import DeckForm, TurnCorrection, TurnForm
from games.artem.rules import player_at
from games.artem.table import play_rows
from scoring.play.views.correcting import correct, missing_entry
from scoring.play.views.table import submit_tap
from scoring.sessions.loading import load
from scoring.web.requests import Request
from scoring.web.table_access import Needs, Visit, table_view


@require_POST
@table_view(needs=Needs.ENTER, game="artem")
def turn(request: Request, visit: Visit) -> HttpResponse:
    return submit_tap(request, visit, TurnForm(request.POST))


@require_POST
@table_view(needs=Needs.ENTER, game="artem")
def deck(request: Request, visit: Visit) -> HttpResponse:
    return submit_tap(request, visit, DeckForm(request.POST))


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER, game="artem")
def turn_again(request: Request, visit: Visit, number: int) -> HttpResponse:
    state = load(visit.session).state
    at = number - 1
    if at not in range(len(state.turns)):
        return missing_entry(request, visit)
    said = {**request.POST.dict(), "at": at, "claim": request.POST.getlist("claim")}
    form = TurnCorrection(said if request.method == "POST" else None)
    claims = form.turn(state, at).claims if form.is_valid() else state.turns[at].claims
    context = {
        "number": number,
        "whose": player_at(state, at),
        "plays": play_rows(state, claims),
    }
    return correct(request, visit, form, "artem/turn.html", context)
