"""Conditional responses: a browser whose copy is current is answered with 304 and no page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import blake2b
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import http_date
from django.utils.translation import get_language

from scoring.web.links import canonical_address
from scoring.web.static_files import static_files_version
from scoring.web.theme import theme_of

# Headers from which the language and the reader of a page come.
PAGE_VARIES_ON = ("Accept-Language", "Cookie")


@dataclass(frozen=True, slots=True)
class Validators:
    """The headers by which a browser asks whether its copy of a response is current.

    With `public`, proxies may keep the response too; everybody asks before they use their copy."""

    etag: str
    vary: Sequence[str] = PAGE_VARIES_ON
    modified: datetime | None = None
    public: bool = False

    def not_modified(self, request: HttpRequest) -> HttpResponse | None:
        """Return 304 if the browser's copy is current, else None."""
        response = get_conditional_response(request, etag=self.etag, last_modified=self._timestamp)
        return None if response is None else self.add_to(response)

    def add_to(self, response: HttpResponse) -> HttpResponse:
        response["ETag"] = self.etag
        if self._timestamp is not None:
            response["Last-Modified"] = http_date(self._timestamp)
        kept_by = {"public": True} if self.public else {"private": True}
        patch_cache_control(response, no_cache=True, **kept_by)
        patch_vary_headers(response, self.vary)
        return response

    @property
    def _timestamp(self) -> int | None:
        return int(self.modified.timestamp()) if self.modified else None


def etag_of(*shown: object) -> str:
    """Return an ETag that is another one as soon as one of these values is."""
    return f'"{digest(*shown)}"'


def digest(*values: object) -> str:
    """Hash with a key: nobody can check guesses of what a page hides against its ETag."""
    text = "\n".join(map(str, values)).encode()
    return blake2b(text, digest_size=12, key=_key(settings.SECRET_KEY)).hexdigest()


@cache
def _key(secret_key: str) -> bytes:
    return blake2b(secret_key.encode(), person=b"etag").digest()


def site_state(request: HttpRequest) -> tuple[str, str | None, str, str]:
    """Return what every page depends on: the site's address, its language and theme, its files."""
    return (
        canonical_address(request, "/"),
        get_language(),
        theme_of(request),
        static_files_version(),
    )


def conditional(
    request: HttpRequest,
    make: Callable[[], HttpResponseBase],
    *,
    shown: Iterable[object],
    vary: Sequence[str] = PAGE_VARIES_ON,
    modified: datetime | None = None,
) -> HttpResponse:
    """Return what `make` returns, or 304 if the browser has it already.

    `shown` are all values that the response depends on."""
    validators = Validators(etag_of(*shown), vary, modified)
    return validators.not_modified(request) or validators.add_to(cast("HttpResponse", make()))
