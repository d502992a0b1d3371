"""#ARTBOX: entering rounds."""

from collections.abc import Callable
from random import SystemRandom
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from games.artbox import live
from games.artbox.correction import RoundCorrection
from games.artbox.forms import (
    AuthorTap,
    DieTap,
    GuessTap,
    JudgeTap,
    LiveForm,
    RoundForm,
    SeatTap,
    WayTap,
)
from games.artbox.wording import WORDING
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.play.views.correcting import correct, missing_entry
from scoring.play.views.table import refuse_old_page, render_table, show_change, submit_tap
from scoring.sessions.loading import load
from scoring.web.requests import Request
from scoring.web.table_access import Needs, Visit, table_view


def entered(
    request: Request, visit: Visit, form: LiveForm, verb: Callable[..., None], **more: Any
) -> HttpResponse:
    """Do what the tap says, and show the table, or why it cannot be."""
    if not form.is_valid():
        return refuse_old_page(request, visit)
    try:
        verb(session=visit.session, **form.said(), **more)
    except Refused as refused:
        return render_table(request, visit, refusal=refusal_sentence(refused, WORDING))
    return show_change(request, visit)


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def finish(request: Request, visit: Visit) -> HttpResponse:
    return entered(request, visit, SeatTap(request.POST), live.finish)


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def unfinish(request: Request, visit: Visit) -> HttpResponse:
    return entered(request, visit, SeatTap(request.POST), live.unfinish)


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def judge(request: Request, visit: Visit) -> HttpResponse:
    return entered(request, visit, JudgeTap(request.POST), live.judge)


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def die(request: Request, visit: Visit) -> HttpResponse:
    return entered(request, visit, DieTap(request.POST), live.set_die)


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def roll(request: Request, visit: Visit) -> HttpResponse:
    return entered(request, visit, LiveForm(request.POST), live.roll, random=SystemRandom())


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def take_up_dice(request: Request, visit: Visit) -> HttpResponse:
    return entered(request, visit, LiveForm(request.POST), live.take_up_dice)


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def way(request: Request, visit: Visit) -> HttpResponse:
    return entered(request, visit, WayTap(request.POST), live.choose_way)


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def guess(request: Request, visit: Visit) -> HttpResponse:
    return entered(request, visit, GuessTap(request.POST), live.guess)


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def forget(request: Request, visit: Visit) -> HttpResponse:
    return entered(request, visit, AuthorTap(request.POST), live.forget)


@require_POST
@table_view(needs=Needs.ENTER, game="artbox")
def record(request: Request, visit: Visit) -> HttpResponse:
    return submit_tap(request, visit, RoundForm(request.POST, session=visit.session))


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER, game="artbox")
def round_again(request: Request, visit: Visit, number: int) -> HttpResponse:
    state = load(visit.session).state
    if number not in range(1, len(state.rounds) + 1):
        return missing_entry(request, visit)
    said = request.POST if request.method == "POST" else None
    form = RoundCorrection(said, state=state, at=number - 1)
    return correct(request, visit, form, "artbox/round.html", {"number": number})
