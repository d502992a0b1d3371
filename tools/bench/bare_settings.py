"""Settings without middleware, for the bare views that the others are measured against."""

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE

ROOT_URLCONF = "tools.bench.bare_site"
# But for that of the accounts, without which they refuse to start; it takes a few microseconds.
MIDDLEWARE[:] = [name for name in MIDDLEWARE if name.startswith("allauth")]
