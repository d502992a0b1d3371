"""Who hosts a table: handing it over, asking for it while the host is away, agreeing to that."""

from contextlib import suppress
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.models import Seat
from scoring.play.joining import TableIsOver
from scoring.play.phones.hosting import (
    HostIsHere,
    SeatHasNoPhone,
    SomebodyElseAsks,
    agree_to_host,
    ask_to_host,
    hand_hosting_over,
)
from scoring.play.taps import KeyForm
from scoring.play.views.correcting import Question
from scoring.play.views.correcting import ask as ask_first
from scoring.play.views.joining import seat_at_table
from scoring.play.views.requests import show_questions
from scoring.web.table_access import Needs, Visit, table_view


@require_POST
@table_view(needs=Needs.HOST)
def hand_over(request: HttpRequest, visit: Visit, place: int) -> HttpResponse:
    """Ask, then make the phone of a seat the host; if it left meanwhile, the menu shows that."""
    seat = seat_at_table(visit, str(place))
    if "save" not in request.POST:
        return ask_first(request, visit, _question(visit, seat))
    form = KeyForm(request.POST)
    by = visit.by(form.cleaned_data["key"] if form.is_valid() else None)
    with suppress(SeatHasNoPhone):
        hand_hosting_over(session=visit.session, to=seat, by=by)
    return redirect("about", visit.session.uuid)


def _question(visit: Visit, seat: Seat) -> Question:
    sentences = [
        _(
            "%(name)s’s phone will then host the table, and only that phone can make another one"
            " the host."
        )
    ]
    if visit.seat is None:
        sentences.append(_("This phone has no seat, so it will then only watch."))
    return Question(
        heading=_("Make %(name)s the host?") % {"name": seat.name},
        explanation=" ".join(sentences) % {"name": seat.name},
        save_label=_("Make %(name)s the host") % {"name": seat.name},
        hidden=[("key", uuid4())],
    )


@require_POST
@table_view(needs=Needs.ENTER)
def ask(request: HttpRequest, visit: Visit) -> HttpResponse:
    try:
        hosts = ask_to_host(session=visit.session, phone=visit.phone, by=visit.by())
    except HostIsHere:
        refusal = _("The host’s phone was here within the last ten minutes, so it stays the host.")
    except SomebodyElseAsks:
        refusal = _("Another phone has just asked to host.")
    except TableIsOver:
        refusal = _("The game is over, so the host stays the same.")
    else:
        return redirect("table" if hosts else "asked", visit.session.uuid)
    return show_questions(request, visit, refusal)


@require_POST
@table_view(needs=Needs.ENTER)
def agree(request: HttpRequest, visit: Visit) -> HttpResponse:
    if agree_to_host(session=visit.session, phone=visit.phone, by=visit.by()):
        return redirect("table", visit.session.uuid)
    refusal = _(
        "This request no longer applies: the host’s phone is back, or the other phone has left."
    )
    return show_questions(request, visit, refusal)
