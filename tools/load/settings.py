"""The site as shipped, with the addresses of tools.load.site instead of its own."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tools.load.site"
