"""Refuse requests whose body is too large, before any of it is read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.core.limits import BYTES_OF_A_REQUEST
from scoring.web.requests import View

MOST_DIGITS = 20  # Python refuses to read a number of thousands


def body_size_middleware(get_response: View) -> View:
    """Answer 413 by the Content-Length, and 411 to a body that does not say how long it is."""

    def checked(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or ""
        if not length and "HTTP_TRANSFER_ENCODING" in request.META:
            return render(request, "413.html", status=411)
        if length.isdecimal() and int(length[:MOST_DIGITS]) > BYTES_OF_A_REQUEST:
            return render(request, "413.html", status=413)
        return get_response(request)

    return checked
