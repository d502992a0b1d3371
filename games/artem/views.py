"""Artem: correcting a turn."""

from django.http import HttpResponse

from games.artem.forms import TurnCorrection
from games.artem.rules import State, player_at
from games.artem.table import play_rows
from scoring.play.views.correcting import correct
from scoring.play.views.game_views import correction_view
from scoring.web.requests import Request
from scoring.web.table_access import Visit


@correction_view("turns")
def correct_turn(request: Request, visit: Visit, state: State, at: int) -> HttpResponse:
    data = {**request.POST.dict(), "at": at, "claim": request.POST.getlist("claim")}
    form = TurnCorrection(data if request.method == "POST" else None)
    claims = form.turn(state, at).claims if form.is_valid() else state.turns[at].claims
    context = {
        "number": at + 1,
        "whose": player_at(state, at),
        "plays": play_rows(state, claims),
    }
    return correct(request, visit, form, "artem/turn.html", context)
