"""Settings of a site with a fifth game."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS, INSTALLED_GAMES

INSTALLED_GAMES = [*INSTALLED_GAMES, "tests.toygame"]
INSTALLED_APPS = [*INSTALLED_APPS, "tests.toygame"]
