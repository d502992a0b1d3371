"""Duplik: recording rounds, and starting one over."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.duplik import judging
from games.duplik.forms import GridForm, JudgedForm, RoundTap, grid_values, seats_of
from games.duplik.judged_rounds import live_round, read_judged_rounds
from games.duplik.judging import record_round
from games.duplik.rules import State, next_narrator
from games.duplik.wording import WORDING, what_is_lost
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.play.undo.entries import enters
from scoring.play.views.correcting import Question, ask, correct
from scoring.play.views.table import render_table, show_change
from scoring.sessions.loading import load
from scoring.web.requests import Request, posted, redirect_page
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
def start_over(request: Request, visit: Visit) -> HttpResponse:
    """Ask before a round that is being judged is started over."""
    state: State = load(visit.session).state
    live = live_round(state, read_judged_rounds(visit.session, state))
    if live is None:
        return redirect_page(request, "table", visit.session.uuid)
    form = RoundTap(request.POST)
    try:
        if "save" in request.POST and form.is_valid():
            with enters(visit, form, judging.start_over.__name__):
                judging.start_over(visit=visit, **form.arguments())
            return redirect_page(request, "table", visit.session.uuid)
        judging.check_may_start_over(live, visit)
    except Refused as refused:
        return render_table(request, visit, refusal=refusal_sentence(refused, WORDING))
    question = Question(
        heading=_("Start the round over?"),
        explanation=what_is_lost(live),
        hidden=[("round", live.pk)],
        save_label=_("Start the round over"),
        back="table",
    )
    return ask(request, visit, question, ())


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def grid(request: Request, visit: Visit) -> HttpResponse:
    """Enter a whole round on one page, which begins with what the phones judged so far."""
    state: State = load(visit.session).state
    seats = seats_of(visit.session)
    at = len(state.rounds)
    live = live_round(state, read_judged_rounds(visit.session, state))
    values = grid_values(live.round(), seats) if live else {"narrator": next_narrator(state)}
    form = GridForm(posted(request), seats=seats, initial={**values, "at": at})
    context = {"number": at + 1, "save_label": _("Record the round")}
    return correct(request, visit, form, "duplik/round.html", context, record_with=record_round)
