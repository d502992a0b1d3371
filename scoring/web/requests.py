"""What views share about requests: who is signed in, redirects for htmx, no caching."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.cache import patch_cache_control
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

View = Callable[..., HttpResponse]


class Request(HttpRequest):
    """A request after django-htmx's middleware."""

    htmx: HtmxDetails


def signed_in(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def redirect_page(request: Request, to: str, *args: object) -> HttpResponse:
    """Redirect the whole page, also when htmx asked for a part of it."""
    url = resolve_url(to, *args)
    return HttpResponseClientRedirect(url) if request.htmx else HttpResponseRedirect(url)


def no_store(response: HttpResponse) -> HttpResponse:
    """Forbid browsers to keep the answer: phones are passed around, and tables move on."""
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_store=True)
    return response


def page_number(request: HttpRequest, most: int) -> int:
    """Return the number of the page that the address asks for, 1 if it says none."""
    asked = request.GET.get("page", "1")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else 0
    if not 1 <= number <= most:
        raise Http404
    return number
