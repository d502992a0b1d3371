"""The page that says how a game is scored: whether the game has one."""

from functools import cache

from django.template import TemplateDoesNotExist
from django.template.loader import get_template


@cache
def sections_template(slug: str) -> str:
    """Return the name of the game's template; empty if the game has none."""
    name = f"{slug}/help/sections.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return ""
    return name
