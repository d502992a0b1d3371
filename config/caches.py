"""The cache settings: the database and process memory, or the Redis or Valkey server of one URL."""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

# Counters of limits and other small values; rendered pages. Neither evicts entries of the other.
SIZES = {"default": 10_000, "pages": 2_000}
PAGES_IN_A_PROCESS = 400  # of about 50 kB
# Of tables, which have new ones with every tap: apart from the pages, which they would push out.
# Each process has its own, as to ask another one takes longer than most of them take to render.
TABLES = {
    name: {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": size},
    }
    for name, size in {
        "screens": 500,  # of about 6 kB
        "template_fragments": 2_000,  # of about 2 kB; of {% cache %}
    }.items()
}
SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}


def cache_settings(url: str) -> dict[str, dict[str, Any]]:
    """Read a URL such as `redis://:password@cache.example.org:6379/0`; "" means the database."""
    if not url:
        return {
            "default": {
                "BACKEND": "django.core.cache.backends.db.DatabaseCache",
                "LOCATION": "scoring_cachedvalue",
                "OPTIONS": {"MAX_ENTRIES": SIZES["default"]},
            },
            # Pages are found by the version of what they show, so processes need not share them;
            # to fetch one from the database took a fifth of the time of the answer.
            "pages": {
                "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
                "OPTIONS": {"MAX_ENTRIES": PAGES_IN_A_PROCESS},
            },
            **TABLES,
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
    return {**shared, **TABLES}


def _has_valid_port(url: str) -> bool:
    try:
        return bool(urlsplit(url).port or True)
    except ValueError:
        return False
