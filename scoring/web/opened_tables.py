"""Count the tables that a browser or an address opens within an hour, over all processes."""

from datetime import datetime

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

from scoring.core.limits import TABLES_OF_A_BROWSER, TABLES_OF_AN_ADDRESS
from scoring.web.browser_cookie import browser_of

AN_HOUR = 60 * 60


def may_open_table(request: HttpRequest, at: datetime) -> bool:
    """Count a table that is to be opened; False if browser or address opened enough this hour."""
    address = get_adapter().get_client_ip(request)
    return _count(f"tables:{browser_of(request)}", TABLES_OF_A_BROWSER, at) and _count(
        f"tables:{address}", TABLES_OF_AN_ADDRESS, at
    )


def _count(what: str, most: int, at: datetime) -> bool:
    """Take one of the numbers of this hour that are left.

    A cache adds a key once, whoever else tries; most caches cannot raise a number so safely."""
    hour = int(at.timestamp()) // AN_HOUR
    key = f"{what}:{hour}"
    first = cache.get(key, 0)  # where others were, to save tries; it need not be exact
    for number in range(first, most):
        if cache.add(f"{key}:{number}", 1, AN_HOUR):
            cache.set(key, number + 1, AN_HOUR)
            return True
    return False
