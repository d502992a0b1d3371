"""Cached pages of a table: the board, and what those see who only watch, without an account.

Nothing on them is about the reader, so that each is rendered once for each version and language.
What a seat or a host sees has names, forms and a token in it; of that, templates keep the parts
that all phones show, with `{% cache %}` and the key of `TableNow`."""

from uuid import UUID

from django.core.cache import caches
from django.http import HttpResponse

from scoring.models import Session
from scoring.web.etag import digest, site_state
from scoring.web.requests import Request

SECONDS = 300  # between two versions; the result of a table that has ended is asked for longer
CACHE = "screens"


def stored_page(
    request: Request, page: str, uuid: UUID, version: int, *shown: object
) -> HttpResponse | None:
    """Return a page, or for htmx its changing part, if somebody has asked for it before.

    `shown` are all values that it depends on beside the session and the language."""
    body: bytes | None = caches[CACHE].get(_key(request, page, uuid, version, shown))
    return None if body is None else HttpResponse(body)


def store_page(
    request: Request, page: str, session: Session, response: HttpResponse, *shown: object
) -> None:
    """Store what was rendered of this version; not with an hourglass, whose seconds run."""
    if session.timer_started_at is None:
        key = _key(request, page, session.uuid, session.version, shown)
        caches[CACHE].set(key, response.content, SECONDS)


def _key(request: Request, page: str, uuid: UUID, version: int, shown: tuple[object, ...]) -> str:
    return digest(page, bool(request.htmx), uuid, version, *shown, *site_state(request))
