"""Look up the games that the setting INSTALLED_GAMES lists."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from scoring.contract import Game


@cache
def installed_games() -> Mapping[str, Game[Any]]:
    """Return the games by their slugs, in the order of the setting."""
    games: list[Game[Any]] = [Game(package) for package in settings.INSTALLED_GAMES]
    return MappingProxyType({game.slug: game for game in games})


def get_game(slug: str) -> Game[Any]:
    """Return the game. Raises KeyError if it is not installed."""
    return installed_games()[slug]


@cache
def help_template(slug: str) -> str:
    """Return the template with the paragraphs of the game's help page; empty if it has none."""
    name = f"{slug}/help/sections.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return ""
    return name
