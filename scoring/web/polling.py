"""Answering a screen that polls a table: 204 while it already shows the latest version."""

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from scoring.models import Phone
from scoring.models.phones import Polling
from scoring.web.browser_cookie import browsers_of
from scoring.web.requests import no_store

StoredScreen = Callable[[Polling], HttpResponse | None]


def no_content_if_seen(
    request: HttpRequest, uuid: UUID, stored: StoredScreen | None = None
) -> HttpResponse | None:
    """Return 204 if the version that the screen has (`?seen=`) is the latest, else None.

    Every screen asks all the time, so it is one small query, before any access check, and one for
    the log-in of a phone that is an account's. `stored` returns the latest version, if it was
    rendered already for everybody who polls like this."""
    polling = _polling(request, uuid)
    if polling is None:
        return None
    if request.GET.get("seen") == str(polling.version):
        return no_store(HttpResponse(status=204))
    response = stored(polling) if stored else None
    return no_store(response) if response else None


def _polling(request: HttpRequest, uuid: UUID) -> Polling | None:
    for browser in browsers_of(request):
        polling = Phone.objects.polling(uuid, browser)
        if polling and (polling.account is None or _is_logged_in(request, polling.account)):
            return polling
    return None


def _is_logged_in(request: HttpRequest, account: int) -> bool:
    """Return whether the browser's session is one of this account; the account is not read."""
    return request.session.get(SESSION_KEY) == str(account)
