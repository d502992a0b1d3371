"""The list of a group's evenings; entering, changing and cancelling one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.evenings import evenings as verbs
from scoring.evenings.access import evening_view
from scoring.evenings.forms import EveningForm, NewEveningForm
from scoring.evenings.pages import evening_list
from scoring.evenings.repeats import Repeat, repeated
from scoring.models import Calendar, Evening
from scoring.play.league_choices import usual_league
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.links import outside_link, why_phones_do_not_reach
from scoring.web.requests import posted, render_form


@require_safe
@group_view(needs=GroupNeeds.BELONG)
def evenings(request: HttpRequest, guest: Guest) -> HttpResponse:
    calendar = Calendar.objects.of_group(guest.group)
    address = reverse("calendar", args=[calendar.token]) if calendar else ""
    context = {
        "guest": guest,
        "group": guest.group,
        "evenings": evening_list(guest.group, timezone.now()),
        "calendar": outside_link(request, address) if address else "",
        "renewed_at": calendar.renewed_at if calendar else None,
        "why_not": why_phones_do_not_reach(request),
    }
    return render(request, "evenings/evenings.html", context)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def new_evening(request: HttpRequest, guest: Guest) -> HttpResponse:
    at = timezone.now()
    initial = {"league": usual_league(guest.group)}
    form = NewEveningForm(guest.group, posted(request), initial=initial, at=at)
    if form.is_valid():
        values = form.cleaned_data
        days = repeated(values.pop("day"), Repeat(values.pop("repeat")), values.pop("times"))
        try:
            with guest.confirmed():
                evening = verbs.create_evenings(group=guest.group, days=days, at=at, **values)
        except verbs.TooManyEvenings:
            form.add_error(None, _("Too many evenings are already planned. Add more later."))
        else:
            return redirect("evening", evening.link)
    return _render_form(request, guest, form, None)


@require_http_methods(["GET", "POST"])
@evening_view(needs=GroupNeeds.KEEP)
def edit_evening(request: HttpRequest, guest: Guest, evening: Evening) -> HttpResponse:
    at, starts_at = timezone.now(), timezone.localtime(evening.starts_at)
    initial = {
        "day": starts_at.date(),
        "begins": starts_at.time(),
        "location": evening.location,
        "notes": evening.notes,
        "league": evening.league_id,
    }
    form = EveningForm(guest.group, posted(request), initial=initial, at=at)
    if form.is_valid():
        with guest.confirmed():
            verbs.change_evening(evening=evening, at=at, **form.cleaned_data)
        return redirect("evening", evening.link)
    return _render_form(request, guest, form, evening)


def _render_form(
    request: HttpRequest, guest: Guest, form: EveningForm, evening: Evening | None
) -> HttpResponse:
    context = {"guest": guest, "group": guest.group, "form": form, "evening": evening}
    return render_form(request, "evenings/evening_form.html", context)


@require_POST
@evening_view(needs=GroupNeeds.KEEP)
def cancel(request: HttpRequest, guest: Guest, evening: Evening) -> HttpResponse:
    """Cancel the evening, or with `takes_place` bring it back."""
    takes_place = "takes_place" in request.POST
    with guest.confirmed():
        verbs.cancel_evening(evening=evening, cancelled=not takes_place, at=timezone.now())
    return redirect("evening", evening.link)
