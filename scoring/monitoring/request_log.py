"""Giving each request an id; logging and counting it once it is answered."""

import logging
import secrets
import time
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from scoring.monitoring.context import (
    client_address,
    current_request,
    current_request_id,
    request_id,
    route_of,
    view_of,
)
from scoring.monitoring.metrics import count_request, timing_locks

HEADER = "X-Request-ID"

logger = logging.getLogger("scoring.requests")


class RequestLogMiddleware:
    """Give each request an id, send it back in a header; log and count the request.

    An id in a header of the request is not taken: proxies pass on what clients choose."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = request_id.set(secrets.token_hex(8))
        request_token = current_request.set(request)
        start = time.perf_counter()
        try:
            with timing_locks():
                response = self.get_response(request)
            seconds = time.perf_counter() - start
            response[HEADER] = current_request_id()
            count_request(request, response, view_of(request), seconds)
            _log(request, response, seconds)
        finally:
            request_id.reset(token)
            current_request.reset(request_token)
        return response


def _log(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    # Every screen at a table polls all the time, and a page brings a dozen static files.
    uneventful = response.status_code == HTTPStatus.NO_CONTENT or request.resolver_match is None
    level = logging.DEBUG if uneventful and response.status_code < 400 else logging.INFO
    if not logger.isEnabledFor(level):
        return
    values = {
        "address": client_address(request),
        "method": request.method,
        "view": view_of(request),
        "route": route_of(request),
        "status": response.status_code,
        "duration_ms": round(seconds * 1000),
    }
    logger.log(
        level,
        "%(address)s %(method)s %(route)s %(view)s %(status)s %(duration_ms)s ms",
        values,
        extra=values,
    )
