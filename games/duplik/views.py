"""Duplik: recording rounds."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.duplik.forms import GridForm, JudgedForm, grid_values, seats_of
from games.duplik.judged_rounds import live_round, read_judged_rounds
from games.duplik.judging import record_round
from games.duplik.rules import State, next_narrator
from scoring.play.views.correcting import correct
from scoring.play.views.table import render_table, show_change
from scoring.sessions.loading import load
from scoring.web.requests import Request
from scoring.web.table_access import Needs, Visit, table_view


@require_POST
@table_view(needs=Needs.ENTER)
def record(request: Request, visit: Visit) -> HttpResponse:
    """Record the round that was judged on the phones."""
    form = JudgedForm(request.POST, session=visit.session)
    if recorded := record_round(form, visit):
        return show_change(request, visit, recorded)
    return render_table(request, visit, failed=form)


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def grid(request: Request, visit: Visit) -> HttpResponse:
    """Enter a whole round on one page, which begins with what the phones judged so far."""
    state: State = load(visit.session).state
    seats = seats_of(visit.session)
    at = len(state.rounds)
    live = live_round(state, read_judged_rounds(visit.session, state))
    values = grid_values(live.round(), seats) if live else {"narrator": next_narrator(state)}
    form = GridForm(request.POST or None, seats=seats, initial={**values, "at": at})
    context = {"number": at + 1, "save_label": _("Record the round")}
    return correct(request, visit, form, "duplik/round.html", context, record_with=record_round)
