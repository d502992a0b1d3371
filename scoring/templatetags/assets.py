"""Links to the stylesheets that only some pages load."""

from functools import cache
from typing import Any

from django.contrib.staticfiles import finders
from django.template import Library
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.contract import Game

register = Library()


@register.simple_tag
def stylesheet(path: str) -> SafeString:
    return format_html('<link rel="stylesheet" href="{}">', static(path))


@register.simple_tag
def game_stylesheet(game: Game[Any]) -> str:
    """Link to static/<slug>/<slug>.css of the game's package, where it has one."""
    path = f"{game.slug}/{game.slug}.css"
    return stylesheet(path) if _exists(path) else ""


@cache
def _exists(path: str) -> bool:
    return finders.find(path) is not None
