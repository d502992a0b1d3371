"""Handing hosting over to another phone at the table."""

from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.play.phones.hosting import SeatHasNoPhone, hand_hosting_over
from scoring.play.taps import KeyForm
from scoring.play.views.joining import seat_at_table
from scoring.web.table_access import Needs, Visit, table_view


@require_POST
@table_view(needs=Needs.HOST)
def hand_over(request: HttpRequest, visit: Visit, place: int) -> HttpResponse:
    """Make the phone of a seat the host; if it left meanwhile, the menu shows the seat as free."""
    form = KeyForm(request.POST)
    by = visit.by(form.cleaned_data["key"] if form.is_valid() else None)
    with suppress(SeatHasNoPhone):
        hand_hosting_over(session=visit.session, to=seat_at_table(visit, str(place)), by=by)
    return redirect("about", visit.session.uuid)
