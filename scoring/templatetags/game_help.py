"""Links to the page that says how a game is scored."""

from typing import Any

from django.template import Context, Library
from django.urls import reverse

from scoring.contract import Game
from scoring.registry import help_template

register = Library()


@register.simple_tag(takes_context=True)
def help_address(context: Context, game: Game[Any]) -> str:
    """Return the address of the game's page, or an empty string if the game has none.

    At a table it is the table's own, which leads back there."""
    if not help_template(game.slug):
        return ""
    visit = context.get("visit")
    return (
        reverse("table_help", args=[visit.session.uuid])
        if visit
        else reverse("help", args=[game.slug])
    )
