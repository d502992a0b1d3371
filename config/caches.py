"""The cache settings: tables of the database, or the Redis or Valkey server of one URL."""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

# Counters of limits and other small values; rendered pages. Neither evicts entries of the other.
SIZES = {"default": 10_000, "pages": 2_000}
TABLES = {"default": "scoring_cachedvalue", "pages": "scoring_cachedpage"}
SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}


def cache_settings(url: str) -> dict[str, dict[str, Any]]:
    """Read a URL such as `redis://:password@cache.example.org:6379/0`; "" means the database."""
    if not url:
        return {
            name: {
                "BACKEND": "django.core.cache.backends.db.DatabaseCache",
                "LOCATION": TABLES[name],
                "OPTIONS": {"MAX_ENTRIES": size},
            }
            for name, size in SIZES.items()
        }
    scheme, separator, rest = url.partition("://")
    if scheme not in SCHEMES or not separator or not _has_valid_port(url):
        known = ", ".join(f"{name}://" for name in SCHEMES)
        raise ImproperlyConfigured(f"CACHE_URL is not understood: it starts with one of {known}")
    return {
        name: {
            "BACKEND": "config.fallback_cache.FallbackRedisCache",
            "LOCATION": f"{SCHEMES[scheme]}://{rest}",
            "KEY_PREFIX": f"scorefolio-{name}",
            "OPTIONS": {"MAX_ENTRIES": size},
        }
        for name, size in SIZES.items()
    }


def _has_valid_port(url: str) -> bool:
    try:
        return bool(urlsplit(url).port or True)
    except ValueError:
        return False
