"""The cookie that tells browsers apart: a phone without an account is known at a table by it.

It is signed, so that nobody chooses its value, and replaced at each log-in and log-out."""

import re
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from scoring.models.phones import new_browser
from scoring.web.requests import View

COOKIE_LIFE = 400 * 24 * 60 * 60  # as long as browsers keep any
SALT = "scoring.web.browser_cookie"
CHOSEN = "CHOSEN_BROWSER"  # in request.META: the value that the response sets
UNSIGNED_COOKIE = "browser"  # of the releases before this one
UNSIGNED_VALUE = re.compile(r"[A-Za-z0-9_-]{22}")  # shorter than any value that is signed


def cookie_name() -> str:
    """Return the name: under TLS with a prefix, so that browsers take it only from this host."""
    return "__Host-browser_id" if settings.HTTPS else "browser_id"


def sign_browser(value: str) -> str:
    return Signer(salt=SALT).sign(value)


def browser_of(request: HttpRequest) -> str:
    """Return the value that we gave to the browser, or an empty string."""
    if value := request.META.get(CHOSEN, ""):
        return str(value)
    try:
        return Signer(salt=SALT).unsign(request.COOKIES.get(cookie_name(), ""))
    except BadSignature:
        return ""


def unsigned_browser_of(request: HttpRequest) -> str:
    """Return the value of an unsigned cookie, by which the releases before knew the browser.

    It counts only at tables to which that browser had come by then: values of today are longer.
    So planting such a cookie reveals nothing of what its reader does from then on."""
    value = request.COOKIES.get(UNSIGNED_COOKIE, "")
    return value if UNSIGNED_VALUE.fullmatch(value) else ""


def browsers_of(request: HttpRequest) -> list[str]:
    """Return all values by which tables may know the browser."""
    return [value for value in (browser_of(request), unsigned_browser_of(request)) if value]


def give_browser(request: HttpRequest) -> None:
    """Choose a value for a browser that has none, for this request and its response."""
    if not browser_of(request):
        replace_browser(request, new_browser())


def replace_browser(request: HttpRequest, value: str) -> None:
    request.META[CHOSEN] = value


def with_browser_cookie(view: View) -> View:
    """Decorate a view that a browser without the cookie may open: it is given one."""

    @wraps(view)
    def known(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        give_browser(request)
        return view(request, *args, **kwargs)

    return known


class BrowserCookieMiddleware(MiddlewareMixin):
    """Set the cookie where a value was chosen for it."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if CHOSEN in request.META:
            response.set_cookie(
                cookie_name(),
                sign_browser(request.META[CHOSEN]),
                max_age=COOKIE_LIFE,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
        return response
