"""Answers that say when they are still right: asked again, they need not be sent again."""

from collections.abc import Callable, Iterable
from datetime import datetime
from hashlib import blake2b
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import http_date


def conditional(
    request: HttpRequest,
    make: Callable[[], HttpResponseBase],
    *,
    shown: Iterable[object],
    vary: list[str],
    modified: datetime | None = None,
) -> HttpResponse:
    """What `make` makes, unless the reader has it; `shown`: whatever makes it another one."""
    digest = blake2b("\n".join(map(str, shown)).encode(), digest_size=12).hexdigest()
    etag, at = f'"{digest}"', int(modified.timestamp()) if modified else None
    told = get_conditional_response(request, etag=etag, last_modified=at)
    answer = told or cast("HttpResponse", make())
    answer["ETag"] = etag
    if at is not None:
        answer["Last-Modified"] = http_date(at)
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, vary)
    return answer
