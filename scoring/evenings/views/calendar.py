"""The calendar of a group's evenings, at a secret address."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.http import require_POST, require_safe

from scoring.evenings.calendar import CONTENT_TYPE, MOST_EVENTS, SHOWN_FOR, calendar_file
from scoring.evenings.evenings import renew_calendar
from scoring.models import Calendar, Evening
from scoring.web.etag import conditional
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.links import outside_link


@require_POST
@group_view(needs=GroupNeeds.KEEP)
def renew_calendar_address(request: HttpRequest, guest: Guest) -> HttpResponse:
    with guest.confirmed():
        renew_calendar(group=guest.group)
    return redirect("evenings", guest.group.slug)


@require_safe
def calendar_feed(request: HttpRequest, calendar: str) -> HttpResponse:
    """Answer in the group's language: calendars ask for none."""
    address = Calendar.objects.with_token(calendar)
    if address is None:
        raise Http404
    group = address.group
    evenings = Evening.objects.in_calendar(group, timezone.now() - SHOWN_FOR)[:MOST_EVENTS]
    links = {one.pk: outside_link(request, reverse("evening", args=[one.link])) for one in evenings}
    with translation.override(group.language):
        content = calendar_file(group, evenings, links)

    def make() -> HttpResponse:
        return HttpResponse(content, content_type=CONTENT_TYPE)

    return conditional(request, make, shown=[content], vary=["Host"])
