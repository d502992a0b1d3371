"""The site as shipped, with the addresses of tests.load.site instead of its own."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.load.site"
