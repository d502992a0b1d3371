"""The cache settings: the database and files, or the Redis or Valkey server of one URL."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

# Counters of limits and other small values; rendered pages. Neither evicts entries of the other.
SIZES = {"default": 10_000, "pages": 2_000}
PAGES_OF_A_SERVER = 400  # of about 50 kB
# Of tables, which have new ones with every tap: apart from the pages, which they would push out.
SCREENS = 500  # of about 6 kB
FRAGMENTS = 2_000  # of about 2 kB; of {% cache %}
SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}


def cache_settings(url: str, folder: Path | None = None) -> dict[str, dict[str, Any]]:
    """Read a URL such as `redis://:password@cache.example.org:6379/0`; "" means the database.

    `folder`: where the processes of a server find what one of them rendered; without one, each has
    its own."""
    tables = {
        "screens": _on_this_machine("screens", SCREENS, folder),
        # Each process has its own: to share one takes longer than to render most of them.
        "template_fragments": _on_this_machine("template_fragments", FRAGMENTS, None),
    }
    if not url:
        return {
            "default": {
                "BACKEND": "django.core.cache.backends.db.DatabaseCache",
                "LOCATION": "scoring_cachedvalue",
                "OPTIONS": {"MAX_ENTRIES": SIZES["default"]},
            },
            # In files and not in the database, from which a page took a fifth of the answer's time.
            "pages": _on_this_machine("pages", PAGES_OF_A_SERVER, folder),
            **tables,
        }
    scheme, separator, rest = url.partition("://")
    if scheme not in SCHEMES or not separator or not _has_valid_port(url):
        known = ", ".join(f"{name}://" for name in SCHEMES)
        raise ImproperlyConfigured(f"CACHE_URL is not understood: it starts with one of {known}")
    shared = {
        name: {
            "BACKEND": "config.fallback_cache.FallbackRedisCache",
            "LOCATION": f"{SCHEMES[scheme]}://{rest}",
            "KEY_PREFIX": f"scorefolio-{name}",
            "OPTIONS": {"MAX_ENTRIES": size},
        }
        for name, size in SIZES.items()
    }
    return {**shared, **tables}


def _on_this_machine(name: str, entries: int, folder: Path | None) -> dict[str, Any]:
    options = {"OPTIONS": {"MAX_ENTRIES": entries}}
    if folder is None:
        backend = "django.core.cache.backends.locmem.LocMemCache"
        return {"BACKEND": backend, "LOCATION": name, **options}
    location = str(folder / name)
    return {"BACKEND": "config.shared_pages.SharedPagesCache", "LOCATION": location, **options}


def _has_valid_port(url: str) -> bool:
    try:
        return bool(urlsplit(url).port or True)
    except ValueError:
        return False
