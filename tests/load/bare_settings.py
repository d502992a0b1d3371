"""Settings without middleware, for the bare views that the others are measured against."""

from tests.load.settings import *  # noqa: F403
from tests.load.settings import INSTALLED_APPS, MIDDLEWARE

ROOT_URLCONF = "tests.load.bare_site"
MIDDLEWARE.clear()
# The accounts insist on a middleware of their own.
INSTALLED_APPS[:] = [app for app in INSTALLED_APPS if not app.startswith("allauth")]
