"""Links to the stylesheets and scripts that only some pages load."""

from functools import cache
from typing import Any

from django.contrib.staticfiles import finders
from django.core.exceptions import DisallowedHost
from django.template import Context, Library
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.contract import Game
from scoring.web.links import canonical_address

register = Library()


@register.simple_tag
def stylesheet(path: str) -> SafeString:
    return format_html('<link rel="stylesheet" href="{}">', static(path))


@register.inclusion_tag("web/_link_preview.html", takes_context=True)
def link_preview(context: Context) -> dict[str, str]:
    """Give what messengers show of a link beside the page's title and description: a picture."""
    request = context.get("request")
    if request is None:  # an error page
        return {}
    try:
        return {"picture": canonical_address(request, static("scoring/icons/512.png"))}
    except DisallowedHost:  # which another error page says
        return {}


@register.simple_tag
def game_stylesheet(game: Game[Any]) -> str:
    """Link to static/<slug>/<slug>.css of the game's package, where it has one."""
    path = f"{game.slug}/{game.slug}.css"
    return stylesheet(path) if _exists(path) else ""


@register.simple_tag
def scripts(*names: str) -> SafeString:
    """Load modules of static/scoring/js/, each of which attaches itself to its `data-` attributes.

    They import nothing from each other, so that a browser fetches all of them at once."""
    addresses = [(static(f"scoring/js/{name}.js"),) for name in names]
    return format_html_join("\n", '<script type="module" src="{}"></script>', addresses)


@cache
def _exists(path: str) -> bool:
    return finders.find(path) is not None
