"""Answering a screen that polls a table: 204 while it already shows the latest version."""

from functools import lru_cache
from http import HTTPMethod
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone

from scoring.models import Phone
from scoring.models.phones import Polling
from scoring.web.browser_cookie import browsers_of
from scoring.web.requests import View, no_store

POLLING = "POLLING"  # in request.META: what PollMiddleware read


def polled(view: View) -> View:
    """Decorate a view of a table that screens poll: PollMiddleware answers while nothing is new."""
    view.is_polled = True  # type: ignore[attr-defined]
    return view


def polling_of(request: HttpRequest) -> Polling | None:
    """Return what the poll found, if this browser is at the table."""
    polling: Polling | None = request.META.get(POLLING)
    return polling


class PollMiddleware:
    """Answer 204 to a poll if the version that the screen has (`?seen=`) is the latest.

    Every screen asks all the time, so it is one small query, before any access check, and one for
    the log-in of a phone that is an account's; once a minute another one notes that it was seen.
    Languages, messages and forms, which such an answer has none of, took two fifths of its time:
    this comes before their middleware."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return _no_content_if_seen(request) or self.get_response(request)


def _no_content_if_seen(request: HttpRequest) -> HttpResponse | None:
    match = _poll(request)
    if match is None:
        return None
    polling = request.META[POLLING] = _polling(request, match.kwargs["uuid"])
    if polling is None or request.GET["seen"] != str(polling.version):
        return None
    request.resolver_match = match  # for the log
    return no_store(HttpResponse(status=204))


def _poll(request: HttpRequest) -> ResolverMatch | None:
    """Return the view and the table that are polled, or None for any other request."""
    if "seen" not in request.GET or request.method != HTTPMethod.GET:
        return None
    try:
        match = _resolved(request.path_info)
    except Resolver404:
        return None
    return match if getattr(match.func, "is_polled", False) else None


# Many screens ask again and again for few tables; to go through the addresses each time was a tenth
# of the answer.
_resolved = lru_cache(maxsize=1024)(resolve)


def _polling(request: HttpRequest, uuid: UUID) -> Polling | None:
    for browser in browsers_of(request):
        polling = Phone.objects.polling(uuid, browser)
        if polling and (polling.account is None or _is_logged_in(request, polling.account)):
            Phone.objects.note_seen(polling.phone, polling.last_seen_at, timezone.now())
            return polling
    return None


def _is_logged_in(request: HttpRequest, account: int) -> bool:
    """Return whether the browser's session is one of this account; the account is not read."""
    return request.session.get(SESSION_KEY) == str(account)
