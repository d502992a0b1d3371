"""Pictures that are drawn once for each state of what they show, and then kept."""

from collections.abc import Callable

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse

from scoring.web.etag import conditional, digest, site_state

CACHE = "pages"
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
