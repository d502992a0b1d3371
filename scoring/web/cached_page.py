"""Rendered pages that readers share, cached by the version of what they show."""

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse

from scoring.models import Group, Player
from scoring.web.etag import Validators, digest, site_state
from scoring.web.group_access import Guest
from scoring.web.requests import signed_in

SECONDS = 24 * 60 * 60
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
        body: bytes | None = caches[CACHE].get(self.key)
        return None if body is None else self._with_headers(HttpResponse(body))

    def store(self, response: HttpResponse) -> HttpResponse:
        caches[CACHE].set(self.key, response.content, SECONDS)
        return self._with_headers(response)

    def _with_headers(self, response: HttpResponse) -> HttpResponse:
        return response if self.no_store else self.validators.add_to(response)


def page_of_group(
    request: HttpRequest, guest: Guest, own: Player | None, *shown: object
) -> CachedPage:
    """Return the page for readers of one role, and for one who is the player `own`."""
    group = guest.group
    return CachedPage(
        request,
        *(group.pk, group.name, group.link_token, group.visibility, group.shows_results),
        *(group.language, group.time_zone),
        *(guest.role, own.pk if own else None),
        *shown,
        public=group.visibility == Group.Visibility.PUBLIC,
    )
