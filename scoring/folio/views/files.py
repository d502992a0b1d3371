"""Serve photos and their pages to people who may see them."""

from csp.constants import HEADER
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_http_methods, require_safe

from scoring.folio import verbs
from scoring.folio.access import Viewer, viewer_of
from scoring.folio.decoding import WIDTHS
from scoring.folio.gallery import photo_page
from scoring.folio.renditions import file_name, folio_storage
from scoring.models import Photo
from scoring.web.etag import etag_of
from scoring.web.requests import no_store

KEPT_FOR = 300  # seconds that a browser shows a photo without asking
POLICY = "default-src 'none'; sandbox"


@require_safe
def photo_file(request: HttpRequest, name: str, width: int) -> HttpResponse:
    """Serve a rendition; proxies keep none, and what is deleted is gone for whoever asks."""
    photo, _viewer = _seen(request, name)
    if width not in WIDTHS:
        raise Http404
    etag = etag_of(photo.name, width)
    response = get_conditional_response(request, etag=etag) or _file(photo, width)
    response.headers["ETag"] = etag
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers[HEADER] = POLICY
    patch_cache_control(response, private=True, max_age=0 if photo.is_secret else KEPT_FOR)
    return response


def _file(photo: Photo, width: int) -> HttpResponse:
    stored = file_name(photo.name, width)
    if settings.FOLIO_ACCEL:
        accelerated = HttpResponse(content_type="image/webp")
        accelerated.headers["X-Accel-Redirect"] = f"{settings.FOLIO_ACCEL}{stored}"
        return accelerated
    try:
        with folio_storage().open(stored) as file:  # a few hundred kilobytes
            return HttpResponse(file.read(), content_type="image/webp")
    except FileNotFoundError:  # deleted a moment ago
        raise Http404 from None


@require_http_methods(["GET", "POST"])
def photo(request: HttpRequest, name: str) -> HttpResponse:
    """Show one photo in large with its caption; delete or report it."""
    shown, viewer = _seen(request, name)
    if request.method == "POST":
        return _change(request, shown, viewer)
    return no_store(render(request, "folio/photo.html", photo_page(shown, viewer)))


def _change(request: HttpRequest, shown: Photo, viewer: Viewer) -> HttpResponse:
    if request.POST.get("do") == "report":
        verbs.report_photo(photo=shown, at=timezone.now())
        return redirect("photo", shown.name)
    if not viewer.may_delete(shown):
        raise PermissionDenied
    verbs.delete_photo(photo=shown)
    page = render(request, "folio/deleted.html", {"photo": shown, "viewer": viewer})
    return no_store(page)


def _seen(request: HttpRequest, name: str) -> tuple[Photo, Viewer]:
    found = Photo.objects.named(name)
    viewer = viewer_of(request, found.session) if found else None
    if found is None or viewer is None or not viewer.sees(found):
        raise Http404
    return found, viewer
