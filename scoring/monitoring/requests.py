"""What logs and metrics say of a request: its id, its view, its client's address, its duration.

Never its path or its query: they carry join codes, keys of links and invitations."""

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scoring.monitoring.metrics import count_request, timing_locks

HEADER = "X-Request-ID"
UNKNOWN = "-"
_WELL_FORMED = re.compile(r"[\w.:-]{1,80}", re.ASCII)
_request_id: ContextVar[str] = ContextVar("request_id", default=UNKNOWN)

logger = logging.getLogger("scoring.requests")


def current_request_id() -> str:
    """Return the id of the request that this thread answers, or "-" outside of requests."""
    return _request_id.get()


class RequestLogMiddleware:
    """Give each request an id, send it back in a header; log and count the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _request_id.set(_id_from_proxy(request) or secrets.token_hex(8))
        start = time.perf_counter()
        try:
            with timing_locks():
                response = self.get_response(request)
            seconds = time.perf_counter() - start
            response[HEADER] = current_request_id()
            count_request(request, response, view_of(request), seconds)
            _log(request, response, seconds)
        finally:
            _request_id.reset(token)
        return response


def _id_from_proxy(request: HttpRequest) -> str | None:
    """Return the id that the proxy gave; without a proxy anybody could choose one."""
    given = request.headers.get(HEADER, "")
    trusted = settings.ALLAUTH_TRUSTED_PROXY_COUNT > 0
    return given if trusted and _WELL_FORMED.fullmatch(given) else None


def client_address(request: HttpRequest) -> str:
    """Return the address that the nearest trusted proxy saw, or the one that asks us directly."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    addresses = request.headers.get("X-Forwarded-For", "").split(",")
    if proxies and len(addresses) >= proxies and (address := addresses[-proxies].strip()):
        return address
    return request.META.get("REMOTE_ADDR") or UNKNOWN


def view_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return (match and match.view_name) or UNKNOWN


def route_of(request: HttpRequest) -> str:
    """Return the pattern that the address matches, such as `/join/<str:code>/`."""
    match = request.resolver_match
    return f"/{match.route}" if match else UNKNOWN


def _log(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    values = {
        "address": client_address(request),
        "method": request.method,
        "view": view_of(request),
        "route": route_of(request),
        "status": response.status_code,
        "duration_ms": round(seconds * 1000),
    }
    # Every screen at a table polls all the time, and a page brings a dozen static files.
    uneventful = response.status_code == HTTPStatus.NO_CONTENT or request.resolver_match is None
    logger.log(
        logging.DEBUG if uneventful and response.status_code < 400 else logging.INFO,
        "%(address)s %(method)s %(route)s %(view)s %(status)s %(duration_ms)s ms",
        values,
        extra=values,
    )
