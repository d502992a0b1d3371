"""Describe a request for logs and metrics: its id, its view, its client's address.

Never its path or its query: they carry join codes, keys of links and invitations."""

from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "-"
request_id: ContextVar[str] = ContextVar("request_id", default=UNKNOWN)
current_request: ContextVar[HttpRequest | None] = ContextVar("current_request", default=None)


def current_request_id() -> str:
    """Return the id of the request that this thread answers, or "-" outside of requests."""
    return request_id.get()


def client_address(request: HttpRequest) -> str:
    """Return the address that the nearest trusted proxy saw, or the one that asks us directly."""
    proxies = settings.PROXIES
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
