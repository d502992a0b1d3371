"""The cookie that tells browsers apart: a phone without an account is known at a table by it."""

import re
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from scoring.models.phones import new_browser
from scoring.web.requests import View

COOKIE = "browser"
COOKIE_LIFE = 400 * 24 * 60 * 60  # as long as browsers keep any


def browser_of(request: HttpRequest) -> str:
    """Return the value of the browser's cookie, or an empty string."""
    given = request.COOKIES.get(COOKIE, "")
    return given if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", given) else ""


def give_browser(request: HttpRequest) -> None:
    """Choose a value for a browser that has none, for this request and what it answers."""
    if not browser_of(request):
        request.COOKIES[COOKIE] = new_browser()


def set_browser_cookie(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    response.set_cookie(
        COOKIE,
        request.COOKIES[COOKIE],
        max_age=COOKIE_LIFE,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def with_browser_cookie(view: View) -> View:
    """Decorate a view that a browser without the cookie may open: it is given one."""

    @wraps(view)
    def known(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if browser_of(request):
            return view(request, *args, **kwargs)
        give_browser(request)
        return set_browser_cookie(request, view(request, *args, **kwargs))

    return known
