"""Who is here, the board of the room, the picture of the ranking."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.evenings.access import evening_view
from scoring.evenings.answers import EveningIsFull, say_who_is_here
from scoring.evenings.forms import HereForm
from scoring.evenings.ranking_picture import draw_ranking
from scoring.evenings.tonight import state_of, tonight
from scoring.models import Evening
from scoring.web.group_access import GroupNeeds, Guest
from scoring.web.links import outside_link
from scoring.web.pictures import picture_response
from scoring.web.requests import Request, no_store, render_form


@require_POST
@evening_view(needs=GroupNeeds.KEEP)
def who_is_here(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    form = HereForm(evening, request.POST)
    if form.is_valid():
        try:
            with guest.confirmed():
                say_who_is_here(evening=evening, at=timezone.now(), **form.cleaned_data)
        except EveningIsFull:
            form.add_error(None, _("The list is full: very many people have answered."))
    if form.errors:
        context = {"guest": guest, "group": guest.group, "evening": evening, "form": form}
        return render_form(request, "evenings/here_refused.html", context, refused=True)
    return redirect(f"{reverse('evening', args=[evening.link])}#who-is-here")


@require_safe
@evening_view()
def board(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    """Show tables and ranking to the room; a board that polls gets 204 while nothing changed."""
    state = state_of(evening)
    if request.GET.get("seen") == state:
        return no_store(HttpResponse(status=204))
    context = {
        "guest": guest,
        "group": guest.group,
        "evening": evening,
        "tonight": tonight(evening, guest, season=request.GET.get("season", "")),
        "state": state,
        "link": outside_link(request, reverse("evening", args=[evening.link])),
    }
    template = "evenings/_board.html" if request.htmx else "evenings/board.html"
    return render(request, template, context)


@require_safe
@evening_view()
def picture(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    """Serve the ranking with the names that this reader sees, drawn once for each state of it."""
    ranking = tonight(evening, guest, season=request.GET.get("season", "")).ranking
    if not ranking:
        raise Http404
    label = _("The ranking of %(day)s") % {"day": date_format(evening.day, "DATE_FORMAT")}
    name = guest.group.name
    rows = [(row.rank, row.player.name, row.value) for row in ranking]
    return picture_response(
        request, lambda: draw_ranking(name, label, ranking), shown=(name, label, rows)
    )
