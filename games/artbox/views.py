"""#ARTBOX: correcting a round."""

from django.http import HttpResponse

from games.artbox.correction import RoundCorrection
from games.artbox.rules import State
from scoring.play.views.correcting import correct
from scoring.play.views.game_views import correction_view
from scoring.web.requests import Request
from scoring.web.table_access import Visit


@correction_view("rounds")
def correct_round(request: Request, visit: Visit, state: State, at: int) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = RoundCorrection(data, state=state, at=at)
    return correct(request, visit, form, "artbox/round.html", {"number": at + 1})
