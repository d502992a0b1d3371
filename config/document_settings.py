"""Settings of the commands that read documents and need no database, such as `manage.py score`.

They load no models, forms and views, which is most of what other commands do when they start."""

from config.settings import *  # noqa: F403
from config.settings import BASE_DIR, INSTALLED_GAMES

INSTALLED_APPS = ["scoring.documents.apps.DocumentsConfig"]
# Django looks for translations in installed apps, of which the games are none here.
LOCALE_PATHS = [
    BASE_DIR / "locale",
    *[BASE_DIR / package.replace(".", "/") / "locale" for package in INSTALLED_GAMES],
]
LOGGING_CONFIG = None  # nothing is logged
