"""Count what a browser, an account or a network does within an hour, over all processes."""

from datetime import datetime

from allauth.account.adapter import get_adapter
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpRequest

from scoring.core.limits import (
    PREVIEWS_OF_AN_ACCOUNT,
    TABLES_OF_A_BROWSER,
    TABLES_OF_A_NETWORK,
    UPLOADS_OF_A_NETWORK,
    UPLOADS_OF_AN_ACCOUNT,
)
from scoring.web.browser_cookie import browser_of
from scoring.web.proxies import network_of

AN_HOUR = 60 * 60


def may_open_table(request: HttpRequest, at: datetime) -> bool:
    """Count a table that is to be opened; False if browser or network opened enough this hour."""
    return _count(f"tables:{browser_of(request)}", TABLES_OF_A_BROWSER, at) and _count(
        f"tables:{_network(request)}", TABLES_OF_A_NETWORK, at
    )


def may_upload(request: HttpRequest, user: User | None, at: datetime) -> bool:
    """Count a file of results; False if the account or the network sent enough this hour."""
    return _count(f"uploads:{_account(user)}", UPLOADS_OF_AN_ACCOUNT, at) and _count(
        f"uploads:{_network(request)}", UPLOADS_OF_A_NETWORK, at
    )


def may_read_upload(user: User | None, at: datetime) -> bool:
    """Count a preview, which reads a file; False if the account looked at enough this hour."""
    return _count(f"previews:{_account(user)}", PREVIEWS_OF_AN_ACCOUNT, at)


def _network(request: HttpRequest) -> str:
    return network_of(get_adapter().get_client_ip(request))


def _account(user: User | None) -> str:
    return f"account-{user.pk if user else None}"


def _count(what: str, most: int, at: datetime) -> bool:
    """Count one of the things of this hour; return whether they are no more than so many."""
    key = f"{what}:{int(at.timestamp()) // AN_HOUR}"
    cache.add(key, 0, AN_HOUR)
    try:
        return int(cache.incr(key)) <= most
    except ValueError:  # it made room for others at this moment
        return True
