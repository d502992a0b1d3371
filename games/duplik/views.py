"""Duplik: entering rounds."""

from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.duplik import judging
from games.duplik.forms import (
    BeginForm,
    CallTap,
    DecisionTap,
    DescribeTap,
    DisputeTap,
    DoneTap,
    GridForm,
    JudgedForm,
    RoundCorrection,
    RoundTap,
    SideTap,
    TickTap,
    VoteTap,
    as_said,
)
from games.duplik.live import judged_rounds, live_round
from games.duplik.rules import Round, State, next_narrator
from games.duplik.table import grid_rows
from games.duplik.wording import WORDING
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.models import Seat
from scoring.play.views.correcting import correct, missing_entry
from scoring.play.views.table import refuse_old_page, render_table, show_change
from scoring.sessions.loading import load
from scoring.web.requests import Request
from scoring.web.table_access import Needs, Visit, table_view

Act = Callable[[Visit, dict[str, Any]], None]


def tap_of(form_type: type[Form]) -> Callable[[Act], Callable[..., HttpResponse]]:
    """A view of one tap on the round that is being judged; the function does what the form says."""

    def decorate(act: Act) -> Callable[..., HttpResponse]:
        @require_POST
        @table_view(needs=Needs.ENTER, game="duplik")
        def tapped(request: Request, visit: Visit) -> HttpResponse:
            form = form_type(request.POST)
            if not form.is_valid():
                return refuse_old_page(request, visit)
            try:
                act(visit, form.cleaned_data)
            except Refused as refused:
                return render_table(request, visit, refusal=refusal_sentence(refused, WORDING))
            return show_change(request, visit)

        return tapped

    return decorate


@tap_of(BeginForm)
def begin(visit: Visit, said: dict[str, Any]) -> None:
    judging.begin(session=visit.session, **said)


@tap_of(RoundTap)
def start_over(visit: Visit, said: dict[str, Any]) -> None:
    judging.start_over(session=visit.session, **said)


@tap_of(DescribeTap)
def describe(visit: Visit, said: dict[str, Any]) -> None:
    judging.describe(session=visit.session, **said)


@tap_of(SideTap)
def side(visit: Visit, said: dict[str, Any]) -> None:
    judging.pass_on(session=visit.session, at=timezone.now(), **said)


@tap_of(CallTap)
def call(visit: Visit, said: dict[str, Any]) -> None:
    judging.call(session=visit.session, **said)


@tap_of(TickTap)
def tick(visit: Visit, said: dict[str, Any]) -> None:
    judging.tick(session=visit.session, **said)


@tap_of(DoneTap)
def done(visit: Visit, said: dict[str, Any]) -> None:
    judging.finish(session=visit.session, **said)


@tap_of(DisputeTap)
def dispute(visit: Visit, said: dict[str, Any]) -> None:
    judging.dispute(visit=visit, **said)


@tap_of(DisputeTap)
def withdraw(visit: Visit, said: dict[str, Any]) -> None:
    judging.withdraw(visit=visit, **said)


@tap_of(VoteTap)
def vote(visit: Visit, said: dict[str, Any]) -> None:
    judging.vote(visit=visit, **said)


@tap_of(DecisionTap)
def decide(visit: Visit, said: dict[str, Any]) -> None:
    judging.author_decides(visit=visit, **said)


@require_POST
@table_view(needs=Needs.ENTER, game="duplik")
def record(request: Request, visit: Visit) -> HttpResponse:
    form = JudgedForm(request.POST, session=visit.session)
    if recorded := judging.record_round(form, visit):
        return show_change(request, visit, recorded)
    return render_table(request, visit, failed=form)


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER, game="duplik")
def grid(request: Request, visit: Visit) -> HttpResponse:
    state: State = load(visit.session).state
    seats = _seats(visit)
    number = len(state.rounds) + 1
    live = live_round(state, judged_rounds(visit.session, state))
    said = as_said(live.round(), seats) if live else {"narrator": next_narrator(state)}
    form = GridForm(request.POST or None, seats=seats, initial={**said, "at": number - 1})
    context = {"number": number, "rows": grid_rows(form), "save_label": _("Record the round")}
    return correct(
        request, visit, form, "duplik/round.html", context, record_with=judging.record_round
    )


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER, game="duplik")
def round_again(request: Request, visit: Visit, number: int) -> HttpResponse:
    state: State = load(visit.session).state
    at = number - 1
    if at not in range(len(state.rounds)):
        return missing_entry(request, visit)
    seats = _seats(visit)
    round: Round = state.rounds[at]
    said = {**as_said(round, seats), "at": at}
    form = RoundCorrection(request.POST or None, seats=seats, initial=said)
    context = {"number": number, "rows": grid_rows(form), "again": True}
    return correct(request, visit, form, "duplik/round.html", context)


def _seats(visit: Visit) -> dict[str, Seat]:
    return {seat.name: seat for seat in visit.session.seats.order_by("place")}
