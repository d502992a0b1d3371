"""Pictures that are drawn once for each state of what they show; the addresses of covers."""

from collections.abc import Callable
from uuid import UUID

from csp.constants import HEADER
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scoring.models import Session
from scoring.web.etag import conditional, digest, site_state

CACHE = "pages"
# A cover has a stylesheet, by which inks print over each other, and loads nothing.
POLICY_OF_SVG = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
PICTURE_LIFE = 24 * 60 * 60


def picture_response(
    request: HttpRequest, draw: Callable[[], bytes], *, shown: tuple[object, ...]
) -> HttpResponse:
    """Return a PNG, or 304 if the browser has it; `shown` is all that the picture depends on."""
    shown = (*shown, *site_state(request))

    def make() -> HttpResponse:
        key = digest("picture", *shown)
        image = caches[CACHE].get(key)
        if image is None:
            image = draw()
            caches[CACHE].set(key, image, PICTURE_LIFE)
        return HttpResponse(image, content_type="image/png")

    return conditional(request, make, shown=shown)


def svg_response(drawn: str) -> HttpResponse:
    return HttpResponse(drawn, content_type="image/svg+xml", headers={HEADER: POLICY_OF_SVG})


def cover_address(session: Session) -> str:
    """Return the address of the cover of a session as it is now.

    Pages give it to people who may see the session; nobody else can write its key."""
    return cover_address_at(session.uuid, session.revision)


def cover_address_at(session: UUID, revision: int) -> str:
    return reverse("cover", args=[session, revision, cover_key(session, revision)])


def cover_key(session: UUID, revision: int) -> str:
    return digest("cover", session, revision)
