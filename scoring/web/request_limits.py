"""Count what a browser or a network does within an hour, over all processes."""

from datetime import datetime

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

from scoring.core.limits import TABLES_OF_A_BROWSER, TABLES_OF_A_NETWORK
from scoring.web.browser_cookie import browser_of
from scoring.web.proxies import network_of

AN_HOUR = 60 * 60


def may_open_table(request: HttpRequest, at: datetime) -> bool:
    """Count a table that is to be opened; False if browser or network opened enough this hour."""
    network = network_of(get_adapter().get_client_ip(request))
    return _count(f"tables:{browser_of(request)}", TABLES_OF_A_BROWSER, at) and _count(
        f"tables:{network}", TABLES_OF_A_NETWORK, at
    )


def _count(what: str, most: int, at: datetime) -> bool:
    """Count one of the things of this hour; return whether they are no more than so many."""
    key = f"{what}:{int(at.timestamp()) // AN_HOUR}"
    cache.add(key, 0, AN_HOUR)
    try:
        return int(cache.incr(key)) <= most
    except ValueError:  # it made room for others at this moment
        return True
