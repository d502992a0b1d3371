"""What phones at a table ask of each other, and playing on with another phone."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.noted.game import game_of
from scoring.play.joining import TableIsOver
from scoring.play.phones.questions import questions
from scoring.play.phones.seat_requests import (
    HasASeat,
    SeatIsFree,
    answer_seat_request,
    ask_for_seat,
)
from scoring.play.views.joining import seat_at_table
from scoring.web.requests import render_form
from scoring.web.table_access import Needs, Visit, table_view


@require_safe
@table_view()
def asked(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show what other phones ask of this one, and how far its own request is."""
    return show_questions(request, visit)


def show_questions(request: HttpRequest, visit: Visit, refusal: str = "") -> HttpResponse:
    context = {
        "visit": visit,
        "session": visit.session,
        "game": game_of(visit.session),
        "questions": questions(visit, visit.by().at),
        "refusal": refusal,
    }
    return render_form(request, "play/phones/asked.html", context, refused=refusal)


@require_POST
@table_view()
def ask(request: HttpRequest, visit: Visit, place: int) -> HttpResponse:
    """Ask for the seat of a phone that can no longer be used."""
    visit = replace(visit, needs=Needs.WATCH)
    seat = seat_at_table(visit, str(place))
    try:
        has_it = ask_for_seat(session=visit.session, phone=visit.phone, seat=seat, by=visit.by())
    except SeatIsFree:
        refusal = _("This seat is free now. Go back and take it.")
    except HasASeat:
        refusal = _("This phone already has a seat. Leave that seat first.")
    except TableIsOver:
        refusal = _("The game is over, so nobody can take a seat.")
    else:
        return redirect("table" if has_it else "asked", visit.session.uuid)
    return show_questions(request, visit, refusal)


@require_POST
@table_view(needs=Needs.ENTER)
def answer(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    is_open = answer_seat_request(
        session=visit.session,
        number=number,
        phone=visit.phone,
        by=visit.by(),
        agrees="agree" in request.POST,
    )
    if is_open:
        return redirect("table", visit.session.uuid)
    refusal = _("Nobody is asking for this seat any longer: someone else answered, or it is free.")
    return show_questions(request, visit, refusal)
