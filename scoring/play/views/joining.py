"""Joining a table by its code or its link, then taking a seat, or only watching."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.models import Phone, Seat
from scoring.models.join_codes import read_code
from scoring.play.joining import (
    SeatIsTaken,
    TableIsFull,
    TableIsOver,
    free_seat,
    is_open,
    join,
    session_with_code,
    take_seat,
)
from scoring.registry import get_game
from scoring.web.browser_cookie import browser_of, with_browser_cookie
from scoring.web.group_access import is_scorekeeper
from scoring.web.links import join_link
from scoring.web.qr import qr_image
from scoring.web.request_limits import may_try_code
from scoring.web.requests import render_form, signed_in
from scoring.web.table_access import Needs, Visit, member_phone, phone_at, table_view


@require_GET
def join_by_code(request: HttpRequest) -> HttpResponse:
    """Ask for a code; with one, go on to the table's link."""
    typed = request.GET.get("code", "")
    code = read_code(typed)
    if not code:
        return render(request, "play/joining/by_code.html")
    session = session_with_code(code)
    if not may_try_code(request, timezone.now(), is_right=session is not None):
        return render(request, "429.html", status=429)
    if session is None:
        wrong = _("No table has this code. Check it on the table’s screen; it may have changed.")
        context = {"wrong": wrong, "typed": typed}
        return render(request, "play/joining/by_code.html", context, status=404)
    return redirect("join", code)


@require_http_methods(["GET", "POST"])
@with_browser_cookie
def join_by_link(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the link of the QR code. Joining is a POST, so that no preview of a link joins."""
    session, at = session_with_code(code), timezone.now()
    if session and phone_at(request, session.uuid):
        return redirect("seats" if session.finished_at is None else "table", session.uuid)
    if not may_try_code(request, at, is_right=session is not None):
        return render(request, "429.html", status=429)
    if session is None:
        raise Http404
    if not is_open(session, at):
        return render(request, "410.html", status=410)
    if request.method == "POST":
        # A scorekeeper hosts the group’s tables, and does not lose that by joining with the code.
        if is_scorekeeper(signed_in(request), session.group) and member_phone(
            request, session.uuid
        ):
            return redirect("seats", session.uuid)
        try:
            join(session=session, browser=browser_of(request), user=signed_in(request), at=at)
        except TableIsOver:
            return render(request, "410.html", status=410)
        except TableIsFull:
            sentence = _("Too many phones have joined this table. The host can create a new code.")
            return render(request, "play/full.html", {"sentence": sentence}, status=409)
        return redirect("seats", session.uuid)
    context = {"game": get_game(session.game), "names": session.seats.clockwise()}
    return render(request, "play/joining/join.html", context)


@require_http_methods(["GET", "POST"])
@table_view()
def choose_seat(request: HttpRequest, visit: Visit) -> HttpResponse:
    wrong = ""
    if request.method == "POST":
        wrong = _take_seat(request, visit)
        if not wrong:
            return redirect("table", visit.session.uuid)
    context = {
        "visit": visit,
        "seats": visit.session.seats.with_phones().clockwise(),
        "wrong": wrong,
    }
    return render_form(request, "play/joining/seats.html", context, refused=wrong)


def _take_seat(request: HttpRequest, visit: Visit) -> str:
    """Take the chosen seat; return what is wrong with it, if anything."""
    place = request.POST.get("place", "")
    seat = seat_at_table(visit, place) if place else None
    try:
        take_seat(phone=visit.phone, seat=seat)
    except SeatIsTaken:
        return _("That seat was just taken. Choose another one, or just watch.")
    except TableIsOver:
        return _("The game is over, so nobody can take a seat.")
    except Phone.DoesNotExist:
        raise Http404 from None
    return ""


@require_POST
@table_view(needs=Needs.HOST)
def send_phone_away(request: HttpRequest, visit: Visit, place: int) -> HttpResponse:
    with visit.confirmed():
        free_seat(seat=seat_at_table(visit, str(place)))
    return redirect("about", visit.session.uuid)


def seat_at_table(visit: Visit, place: str) -> Seat:
    """Return the seat; places have one digit, as there are eight of them at most."""
    one_digit = place.isdecimal() and len(place) == 1
    seat = visit.session.seats.at(int(place)) if one_digit else None
    if seat is None:
        raise Http404
    return seat


@require_GET
@table_view()
def join_qr_code(request: HttpRequest, visit: Visit) -> HttpResponse:
    return qr_image(join_link(request, visit.session))
