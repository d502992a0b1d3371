"""Light, dark, or as the device: chosen on a page and kept in a cookie."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

COOKIE = "theme"
THEMES = ("light", "dark")
A_YEAR = 365 * 24 * 60 * 60  # seconds


def theme_of(request: HttpRequest) -> str:
    """Return the theme that was chosen in this browser; empty: as the device."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else ""


def theme(request: HttpRequest) -> dict[str, str]:
    """Give the theme to all templates."""
    return {"theme": theme_of(request)}


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep a theme in this browser, or forget it, and lead back to the page."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie(
            COOKIE, theme, A_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
