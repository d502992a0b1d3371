"""A cache of rendered pages that all processes of a server share, in files."""

from contextlib import suppress
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache


class SharedPagesCache(BaseCache):
    """Keep values in the memory of this process, and in files where the other processes find them.

    For what never changes under its key, as a page under the version of what it shows: a process
    does not ask the others whether its copy is current. A disk that is full costs no page: each
    process then has its own."""

    def __init__(self, folder: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._own = LocMemCache(folder, params)
        self._shared = FileBasedCache(folder, params)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        value = self._own.get(key, version=version)
        if value is None:
            with suppress(OSError):
                value = self._shared.get(key, version=version)
            if value is not None:
                self._own.set(key, value, version=version)
        return default if value is None else value

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> Any:
        self._own.set(key, value, timeout, version)
        with suppress(OSError):
            self._shared.set(key, value, timeout, version)

    def delete(self, key: Any, version: Any = None) -> Any:
        with suppress(OSError):
            self._shared.delete(key, version)
        return self._own.delete(key, version)

    def clear(self) -> Any:
        with suppress(OSError):
            self._shared.clear()
        self._own.clear()
