"""A Redis or Valkey cache that the site can lose: each process then uses a cache of its own."""

import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

RETRY_AFTER = 5.0  # seconds during which a server that failed is not asked again
CONNECT_TIMEOUT = 0.5  # seconds that a page waits at most
ANSWER_TIMEOUT = 1.0
BYTES = b"\0"  # before a value of bytes; no JSON begins so

logger = logging.getLogger(__name__)


@dataclass
class ServerState:
    """Remember whether a server answers, for all threads of a process."""

    failed: bool = False
    ask_again_at: float = 0.0


states: defaultdict[str, ServerState] = defaultdict(ServerState)


class Serializer:
    """Write bytes as they are, and everything else as JSON.

    Django's own serializer reads pickles, and a pickle can run any code of the person who wrote
    it."""

    def dumps(self, value: Any) -> bytes | int:
        if type(value) is int:
            return value  # the server adds to it
        return BYTES + value if isinstance(value, bytes) else json.dumps(value).encode()

    def loads(self, stored: bytes) -> Any:
        """Return the value; None, as if there were none, for what nobody wrote by this."""
        if stored.startswith(BYTES):
            return stored.removeprefix(BYTES)
        try:
            return json.loads(stored)
        except ValueError:
            return None


class FallbackRedisCache:
    """Use the cache of this process while the server does not answer.

    Pages are then rendered once in each process, and limits are counted in each process: with
    several of them more is let through than usual, but never any number.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        connection_options = {
            "socket_connect_timeout": CONNECT_TIMEOUT,
            "socket_timeout": ANSWER_TIMEOUT,
            # Once more, at once: the server may have closed a connection that was idle.
            "retry": Retry(NoBackoff(), 1),
            "serializer": Serializer,
        }
        self._shared = RedisCache(server, {**params, "OPTIONS": connection_options})
        self._own = LocMemCache(f"{server} {params['KEY_PREFIX']}", params)
        self._state = states[server]

    @property
    def is_down(self) -> bool:
        """Return whether the latest call failed."""
        return self._state.failed

    def __getattr__(self, method: str) -> Callable[..., Any]:
        """Return the method of a cache that has this name, such as get() or incr()."""
        return partial(self._call, method)

    def _call(self, method: str, *args: Any, **kwargs: Any) -> Any:
        state = self._state
        if not state.failed or time.monotonic() >= state.ask_again_at:
            try:
                answer = getattr(self._shared, method)(*args, **kwargs)
            except (RedisError, OSError) as error:
                if not state.failed:
                    logger.warning("The cache does not answer; going on without it: %s", error)
                state.failed, state.ask_again_at = True, time.monotonic() + RETRY_AFTER
            else:
                if state.failed:
                    logger.warning("The cache answers again.")
                state.failed = False
                return answer
        return getattr(self._own, method)(*args, **kwargs)
