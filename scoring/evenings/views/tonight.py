"""Show who is here, the board of the room, the picture of the standings."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.core.covers import album
from scoring.evenings.access import evening_view
from scoring.evenings.answers import EveningIsFull, say_who_is_here
from scoring.evenings.forms import HereForm
from scoring.evenings.pages import answers_of
from scoring.evenings.tonight import latest_finished, state_of, tonight
from scoring.models import Evening
from scoring.play.covers import cover_of
from scoring.web.group_access import GroupNeeds, Guest
from scoring.web.links import outside_link
from scoring.web.pictures import picture_response
from scoring.web.poster import Poster, PosterRow
from scoring.web.requests import Request, no_store, render_form

MOST_DRAWN = 8  # of the standings, on their picture


@require_POST
@evening_view(needs=GroupNeeds.KEEP)
def who_is_here(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    form = HereForm(evening, request.POST)
    if form.is_valid():
        try:
            with guest.confirmed():
                say_who_is_here(evening=evening, at=timezone.now(), **form.cleaned_data)
        except EveningIsFull:
            form.add_error(None, _("The list is full: too many people have answered."))
    if form.errors:
        context = {"guest": guest, "group": guest.group, "evening": evening, "form": form}
        return render_form(request, "evenings/here_refused.html", context, refused=True)
    return redirect(f"{reverse('evening', args=[evening.link])}#who-is-here")


@require_safe
@evening_view()
def board(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    """Show tables and standings to the room; a board that polls gets 204 while nothing changed."""
    state = state_of(evening)
    if request.GET.get("seen") == state:
        return no_store(HttpResponse(status=204))
    context = {
        "guest": guest,
        "group": guest.group,
        "evening": evening,
        "tonight": tonight(evening, guest, season=request.GET.get("season", "")),
        "here": answers_of(evening).here,
        "state": state,
        "link": outside_link(request, reverse("evening", args=[evening.link])),
    }
    template = "evenings/_board.html" if request.htmx else "evenings/board.html"
    return render(request, template, context)


@require_safe
@evening_view()
def picture(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    """Serve the standings with the names that this reader sees, drawn once for each state."""
    standings = tonight(evening, guest, season=request.GET.get("season", "")).standings
    if not standings:
        raise Http404
    label = _("Standings of %(day)s") % {"day": date_format(evening.day, "DATE_FORMAT")}
    foot = f"{guest.group.name} · {label}"
    rows = [PosterRow(row.rank, None, row.player.name, row.value) for row in standings[:MOST_DRAWN]]

    def draw() -> bytes:
        first = [row.name for row in rows if row.rank == 1]
        is_alone = len(first) == 1
        return Poster(
            picture=album([cover_of(session) for session in latest_finished(evening)]),
            place=1,
            headline=_("%(name)s is first") % {"name": first[0]} if is_alone else ", ".join(first),
            rows=rows,
            foot=foot,
        ).png()

    return picture_response(request, draw, shown=(foot, rows))
