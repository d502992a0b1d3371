"""The cache settings: the database and memory, or the Redis or Valkey server of one URL."""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

# Counters of limits and other small values; rendered pages. Neither evicts entries of the other.
SIZES = {"default": 10_000, "pages": 2_000}
PAGES_OF_A_PROCESS = 600  # of 6 to 60 kB; those go that nobody asked for longest
FRAGMENTS = 2_000  # of about 2 kB; of {% cache %}
SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}


def cache_settings(url: str) -> dict[str, dict[str, Any]]:
    """Read a URL such as `redis://:password@cache.example.org:6379/0`; "" means no server.

    What was rendered is then in the memory of each process, and nowhere on a disk: pages are
    looked up by the version of what they show, so that no process shows an old one."""
    # Also with a server: to ask it takes longer than to render most of them.
    own = {"template_fragments": _of_this_process("template_fragments", FRAGMENTS)}
    if not url:
        return {
            "default": {
                "BACKEND": "config.counter_cache.CounterCache",
                "OPTIONS": {"MAX_ENTRIES": SIZES["default"]},
            },
            "pages": _of_this_process("pages", PAGES_OF_A_PROCESS),
            **own,
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
    return {**shared, **own}


def _of_this_process(name: str, entries: int) -> dict[str, Any]:
    backend = "django.core.cache.backends.locmem.LocMemCache"
    return {"BACKEND": backend, "LOCATION": name, "OPTIONS": {"MAX_ENTRIES": entries}}


def _has_valid_port(url: str) -> bool:
    try:
        return bool(urlsplit(url).port or True)
    except ValueError:
        return False
