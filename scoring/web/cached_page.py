"""Cached pages: readers who may see the same share one, as long as nothing on it has changed.

Only the account menu of who is signed in is another one for each."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from scoring.web.compression import Part, deflated, pack, page_of_parts, unpack
from scoring.web.etag import PAGE_VARIES_ON, Validators, digest, etag_of, site_state

SECONDS = 24 * 60 * 60
CACHE = "pages"
MENU_CACHE = "template_fragments"
AROUND_ONE_MENU = 2  # parts of a page
VARIES_ON = ("Accept-Encoding", *PAGE_VARIES_ON)


class CachedPage:
    """A page for one kind of reader, in the language of the request.

    `shown`: all that changes it, beside the site itself. With `public`, nothing on it is about a
    reader who is not signed in, and proxies may keep it."""

    def __init__(
        self, request: HttpRequest, shown: Iterable[object], user: User | None, *, public: bool
    ) -> None:
        self.request, self.user = request, user
        self.key = digest(repr((*shown, *site_state(request), user is None)))
        reader = (user.pk, user.get_username()) if user else ()
        # A weak one: it stands for the page with and without compression.
        etag = f"W/{etag_of(self.key, *reader)}"
        self.validators = Validators(etag, VARIES_ON, public=public and user is None)

    def response(self) -> HttpResponse | None:
        """Return 304 or the page, if it needs nothing from the database; else None."""
        if response := self.validators.not_modified(self.request):
            return response
        packed: bytes | None = caches[CACHE].get(self.key)
        return None if packed is None else self._respond(unpack(packed))

    def store(self, page: str) -> HttpResponse:
        """Cache the page without the account menu, which alone is about the reader."""
        body = page.encode()
        around = body.split(self._account_menu()) if self.user else [body]
        parts = list(map(deflated, around))
        if self.user is None or len(parts) == AROUND_ONE_MENU:
            caches[CACHE].set(self.key, pack(parts), SECONDS)
            return self._respond(parts)
        return self.validators.add_to(HttpResponse(body))

    def _cached_menu(self, user: User) -> Part:
        """Return the account menu, which says no more than the name of who is signed in."""
        key = digest("account menu", user.get_username(), *site_state(self.request))
        menu: Part | None = caches[MENU_CACHE].get(key)
        if menu is None:
            menu = deflated(self._account_menu())
            caches[MENU_CACHE].set(key, menu, SECONDS)
        return menu

    def _account_menu(self) -> bytes:
        return render_to_string("web/_account_menu.html", request=self.request).encode()

    def _respond(self, parts: list[Part]) -> HttpResponse:
        """Put the reader's menu into the page; strangers all have the same one, in the page."""
        if self.user is not None:
            before, after = parts
            parts = [before, self._cached_menu(self.user), after]
        return self.validators.add_to(page_of_parts(self.request, parts))
