"""The screen of those who watch a table: rendered once for each of its versions and languages.

Nothing in it is about the phone. What a seat or a host sees has names, forms and a token in it."""

from uuid import UUID

from django.core.cache import caches
from django.http import HttpResponse

from scoring.models import Session
from scoring.web.etag import digest, site_state
from scoring.web.requests import Request

SECONDS = 60  # between two versions nobody asks for it again
CACHE = "screens"


def stored_screen(request: Request, uuid: UUID, version: int) -> HttpResponse | None:
    """Return the part of the page that a poll asks for, if somebody has asked for it before."""
    if not request.htmx:
        return None
    body: bytes | None = caches[CACHE].get(_key(request, uuid, version))
    return None if body is None else HttpResponse(body)


def store_screen(request: Request, session: Session, response: HttpResponse) -> None:
    """Store what was rendered of this version; not with an hourglass, whose seconds run."""
    if request.htmx and session.timer_started_at is None:
        key = _key(request, session.uuid, session.version)
        caches[CACHE].set(key, response.content, SECONDS)


def _key(request: Request, uuid: UUID, version: int) -> str:
    return digest(uuid, version, *site_state(request))
