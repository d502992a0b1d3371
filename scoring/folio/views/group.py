"""The photos of a group: the gallery, the album of a day as a page, a slide show and a file."""

from datetime import date
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.folio import gallery
from scoring.folio.album_file import album_file
from scoring.folio.gallery import MOST_PAGES, GalleryForm
from scoring.web.group_access import Guest, group_view
from scoring.web.requests import page_number


@require_safe
@group_view()
def folio(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Show the group's photos, the newest first; the address says which of them."""
    _check(guest)
    form = GalleryForm(request.GET, guest=guest)
    if not form.is_valid():
        raise Http404
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "guest": guest,
        "group": guest.group,
        "form": form,
        "query": query.urlencode(),
        **gallery.gallery_page(form, page_number(request, MOST_PAGES)),
    }
    return render(request, "folio/folio.html", context)


@require_safe
@group_view()
def album(request: HttpRequest, guest: Guest, day: str) -> HttpResponse:
    """Show all photos of a day; with `?show`, one after the other on the television."""
    played_on = _day(guest, day)
    photos = gallery.shown(gallery.album(guest, played_on), is_member=guest.belongs)
    if not photos:
        raise Http404
    context = {"guest": guest, "group": guest.group, "day": played_on, "photos": photos}
    template = "folio/show.html" if "show" in request.GET else "folio/album.html"
    return render(request, template, context)


@require_safe
@group_view()
def album_zip(request: HttpRequest, guest: Guest, day: str) -> HttpResponse:
    """Send the photos of a day as one file."""
    played_on = _day(guest, day)
    photos = gallery.album(guest, played_on)
    if not photos:
        raise Http404
    response = StreamingHttpResponse(album_file(photos), content_type="application/zip")
    name = f"{guest.group.slug}-{played_on:%Y-%m-%d}.zip"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return cast("HttpResponse", response)


def _check(guest: Guest) -> None:
    if not guest.belongs and not (guest.group.shows_photos and guest.group.shows_results):
        raise Http404


def _day(guest: Guest, day: str) -> date:
    _check(guest)
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
