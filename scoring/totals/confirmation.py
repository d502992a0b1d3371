"""Ask for a confirmation of changes to a closed season (L-9).

A request sets it, for whatever the request changes; commands and the worker ask nobody."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Confirmed = Callable[[], Collection[int]]  # returns the primary keys of seasons

_confirmed: ContextVar[Confirmed | None] = ContextVar("confirmed closed seasons", default=None)


@contextmanager
def asking(confirmed: Confirmed) -> Iterator[None]:
    """Inside this block a closed season changes only if it is one of those confirmed."""
    token = _confirmed.set(confirmed)
    try:
        yield
    finally:
        _confirmed.reset(token)


@contextmanager
def without_asking() -> Iterator[None]:
    """Inside this block nothing is asked: whatever happens there is rolled back."""
    token = _confirmed.set(None)
    try:
        yield
    finally:
        _confirmed.reset(token)


def has_to_ask(season: int) -> bool:
    confirmed = _confirmed.get()
    return confirmed is not None and season not in confirmed()
