"""Settings of a site with the game of docs/add-a-game.md, which is in the folder GAMES_FOLDER."""

import os

import games
from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS, INSTALLED_GAMES

games.__path__.append(os.environ["GAMES_FOLDER"])
INSTALLED_GAMES = [*INSTALLED_GAMES, "games.doubles"]
INSTALLED_APPS = [*INSTALLED_APPS, "games.doubles"]
