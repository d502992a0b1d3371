"""Nothing between gunicorn and a view: what all others are measured by."""

from tests.load.settings import *  # noqa: F403
from tests.load.settings import MIDDLEWARE

MIDDLEWARE.clear()
