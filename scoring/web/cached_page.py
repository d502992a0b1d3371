"""Rendered pages that readers share, cached by the version of what they show."""

import gzip

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from scoring.models import Group
from scoring.web.etag import Validators, digest, site_state
from scoring.web.group_access import Guest
from scoring.web.requests import signed_in

SECONDS = 24 * 60 * 60
COMPRESSION = 6  # once for all readers: to compress a page each time takes as long as the rest
CACHE = "pages"
VARIES_ON = ("Accept-Encoding", "Accept-Language", "Cookie")


class CachedPage:
    """The page at the address of a request, in its language, with its ETag.

    `shown`: everything that changes it beside the site itself and whether the reader is logged in.
    Nothing on it is about one reader. With `public`, proxies may keep it for strangers; with
    `no_store`, nobody keeps it but the site."""

    def __init__(
        self, request: HttpRequest, *shown: object, public: bool = False, no_store: bool = False
    ) -> None:
        self.request, self.no_store = request, no_store
        is_stranger = signed_in(request) is None
        self.key = digest(repr((request.path, *shown, *site_state(request), is_stranger)))
        self.validators = Validators(f'"{self.key}"', VARIES_ON, public=public and is_stranger)

    def response(self) -> HttpResponse | None:
        """Return 304, or the page if it was rendered before; else None."""
        if not self.no_store and (response := self.validators.not_modified(self.request)):
            return response
        packed: bytes | None = caches[CACHE].get(self.key)
        return None if packed is None else self._answer(packed)

    def store(self, response: HttpResponse) -> HttpResponse:
        packed = gzip.compress(response.content, COMPRESSION)
        caches[CACHE].set(self.key, packed, SECONDS)
        return self._answer(packed)

    def _answer(self, packed: bytes) -> HttpResponse:
        """Return the page as it is kept, unpacked for a browser that takes no gzip."""
        response = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
        if "gzip" not in self.request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(gzip.decompress(packed))
        if not self.no_store:
            return self.validators.add_to(response)
        patch_vary_headers(response, VARIES_ON)
        return response


def page_of_group(request: HttpRequest, guest: Guest, *shown: object) -> CachedPage:
    """Return the page for visitors, for members or for those who enter results.

    It is the same for all of them: own-rows.js marks what is about its reader."""
    group = guest.group
    kind = (guest.belongs, guest.keeps, guest.membership is not None)
    return CachedPage(
        request,
        *(group.pk, group.name, group.link_token, group.visibility, group.shows_results),
        *(group.language, group.time_zone),
        *kind,
        *shown,
        public=group.visibility == Group.Visibility.PUBLIC,
    )
