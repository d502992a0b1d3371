"""Refuse bodies that are too large, or in another charset than UTF-8, before any of it is read."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from scoring.core.limits import BYTES_OF_A_REQUEST

MOST_DIGITS = 20  # Python refuses to read a number of thousands
UTF_8 = "utf-8"
HIDDEN = "OTHER_CHARSET"  # in a WSGI environment, and so in request.META
View = Callable[[HttpRequest], HttpResponse]
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def hide_other_charsets(application: Application) -> Application:
    """Take a Content-Type with another charset out of the WSGI environment.

    Django reads queries by it, and fails before any middleware if it is none of text."""

    def hiding(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if _names_other_charset(environ.get("CONTENT_TYPE", "")):
            environ["CONTENT_TYPE"], environ[HIDDEN] = "", True
        return application(environ, start_response)

    return hiding


def charset_middleware(get_response: View) -> View:
    """Answer 400 to a Content-Type with another charset."""

    def checked(request: HttpRequest) -> HttpResponse:
        if HIDDEN in request.META or _names_other_charset(request.META.get("CONTENT_TYPE", "")):
            with translation.override(translation.get_language_from_request(request)):
                return render(request, "400.html", status=400)
        return get_response(request)

    return checked


def body_size_middleware(get_response: View) -> View:
    """Answer 413 by the Content-Length, and 411 to a body that does not say how long it is.

    Python reads a sign and underscores in a number as well, which a proxy may read otherwise."""

    def checked(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or ""
        if not length and "HTTP_TRANSFER_ENCODING" in request.META:
            return render(request, "413.html", status=411)
        if length and not (length.isascii() and length.isdigit()):
            return render(request, "400.html", status=400)
        digits = length.lstrip("0")
        if len(digits) > MOST_DIGITS or _is_too_large(request, int(digits or 0)):
            return render(request, "413.html", status=413)
        return get_response(request)

    return checked


def accepts_bytes(most: int) -> Callable[[Any], Any]:
    """Let a view be sent larger bodies than others."""

    def decorate(view: Any) -> Any:
        view.most_bytes = most
        return view

    return decorate


def _is_too_large(request: HttpRequest, length: int) -> bool:
    if length <= BYTES_OF_A_REQUEST:
        return False
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return True
    return length > getattr(view, "most_bytes", BYTES_OF_A_REQUEST)


class UnreadBodyMiddleware(MiddlewareMixin):
    """Answer 408 to a body whose rest did not come, which is no error of the site."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        is_unread = isinstance(exception, UnreadablePostError)
        return render(request, "400.html", status=408) if is_unread else None


def _names_other_charset(content_type: str) -> bool:
    """Return whether it has any charset but UTF-8; where it has two, readers differ."""
    _, *named = content_type.lower().split("charset")
    return any(after.partition(";")[0].strip(" \t=\"'") != UTF_8 for after in named)
