"""The screen of those who watch a table: rendered once for each of its versions and languages."""

from collections.abc import Callable

from django.core.cache import caches
from django.http import HttpResponse

from scoring.models import Session
from scoring.web.etag import digest, site_state
from scoring.web.requests import Request
from scoring.web.table_access import Visit

SECONDS = 60  # between two versions nobody asks for it again
CACHE = "screens"


def shared_screen(
    request: Request, visit: Visit, render: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the part of the page that polls ask for; nothing in it is about the phone.

    What a seat or a host sees has their name, their forms and a token in it."""
    if visit.enters or not request.htmx:
        return render()
    body: bytes | None = caches[CACHE].get(_key(request, visit.session))
    if body is not None:
        return HttpResponse(body)
    response = render()
    # Rendering has read the session again. An hourglass is shown with the seconds that it has left.
    if visit.session.timer_started_at is None:
        caches[CACHE].set(_key(request, visit.session), response.content, SECONDS)
    return response


def _key(request: Request, session: Session) -> str:
    group = session.group.name if session.group else ""
    return digest(repr((session.uuid, session.version, group, *site_state(request))))
