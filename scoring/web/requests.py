"""Help views with requests: who is signed in, redirects for htmx, no caching."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render, resolve_url
from django.utils.cache import patch_cache_control
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

View = Callable[..., HttpResponse]


class Request(HttpRequest):
    """A request after django-htmx's middleware."""

    htmx: HtmxDetails


def signed_in(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def posted(request: HttpRequest) -> QueryDict | None:
    """Return what a form is bound to: what was posted, or None where it is shown first."""
    return request.POST if request.method == "POST" else None


def render_form(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, refused: object = False
) -> HttpResponse:
    """Render a page with its form; answer 422 if the form has errors, or something was refused."""
    form = context.get("form")
    is_wrong = refused or (form is not None and form.errors)
    return render(request, template, {**context}, status=422 if is_wrong else 200)


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
