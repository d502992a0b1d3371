"""Links to the page that says how a game is scored."""

from typing import Any

from django.template import Library
from django.urls import reverse

from scoring.contract import Game
from scoring.registry import help_template

register = Library()


@register.simple_tag
def help_address(game: Game[Any]) -> str:
    """Return the address of the game's page, or an empty string if the game has none."""
    return reverse("help", args=[game.slug]) if help_template(game.slug) else ""
