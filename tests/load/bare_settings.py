"""Settings without middleware, for the bare views that the others are measured against."""

from tests.load.settings import *  # noqa: F403
from tests.load.settings import MIDDLEWARE

ROOT_URLCONF = "tests.load.bare_site"
# But for that of the accounts, without which they refuse to start; it takes a few microseconds.
MIDDLEWARE[:] = [name for name in MIDDLEWARE if name.startswith("allauth")]
