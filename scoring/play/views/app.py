"""What a browser needs to install the site as an app, and to open a table without a network."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

WORKER = "scoring/js/service-worker.js"
PAPER = "#f5f2ec"
ICONS = (
    ("scoring/mark.svg", "any", "any"),
    ("scoring/icons/192.png", "192x192", "any"),
    ("scoring/icons/512.png", "512x512", "any"),
    ("scoring/icons/maskable.png", "512x512", "maskable"),
)
# What a page calls them, and their files in the static folder "fonts".
FONTS = {"Folio Serif": "folio-serif-black", "Manrope": "manrope"}


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    value = {
        "name": "Scorefolio",
        "short_name": "Scorefolio",
        "id": reverse("home"),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static(path), "sizes": sizes, "purpose": purpose}
            for path, sizes, purpose in ICONS
        ],
    }
    return _asked_for_again(JsonResponse(value, content_type="application/manifest+json"))


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Serve the worker at the root: it is in charge of the addresses below its own."""
    return _asked_for_again(HttpResponse(_worker(), content_type="text/javascript"))


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what the worker keeps for pages that it cannot get, with nothing about the reader."""
    return render(request, "play/app/offline.html")


@require_safe
def fonts(request: HttpRequest) -> HttpResponse:
    """Show under which licences the site uses its fonts."""
    licences = [(name, _licence(file)) for name, file in FONTS.items()]
    return render(request, "play/app/fonts.html", {"licences": licences})


@cache
def _licence(file: str) -> list[str]:
    """Return the paragraphs of a licence; in the file each line is as long as a page is wide."""
    return Path(str(finders.find(f"fonts/{file}.licence.txt"))).read_text().split("\n\n")


@cache
def _worker() -> bytes:
    return Path(str(finders.find(WORKER))).read_bytes()


def _asked_for_again(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, public=True, no_cache=True)
    return response
