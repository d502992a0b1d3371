"""Answering a screen that polls a table: 204 while it already shows the latest version."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from scoring.models import Phone
from scoring.web.browser_cookie import browser_of
from scoring.web.requests import no_store


def no_content_if_seen(request: HttpRequest, uuid: UUID) -> HttpResponse | None:
    """Return 204 if the version that the screen has (`?seen=`) is the latest, else None.

    Every screen asks all the time, so it is one small query, before any access check."""
    version = Phone.objects.version_seen_by(uuid, browser_of(request))
    if version is not None and request.GET.get("seen") == str(version):
        return no_store(HttpResponse(status=204))
    return None
