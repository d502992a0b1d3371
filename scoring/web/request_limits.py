"""Count what a browser, an account or a network does, over all processes."""

from datetime import datetime

from allauth.account.adapter import get_adapter
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpRequest

from scoring.core.limits import (
    ANSWERS_OF_A_NETWORK,
    PHOTOS_OF_A_NETWORK,
    PREVIEWS_OF_AN_ACCOUNT,
    TABLES_OF_A_BROWSER,
    TABLES_OF_A_NETWORK,
    UPLOADS_OF_A_NETWORK,
    UPLOADS_OF_AN_ACCOUNT,
    WRONG_CODES_OF_A_NETWORK,
)
from scoring.web.browser_cookie import browser_of
from scoring.web.proxies import network_of

AN_HOUR = 60 * 60
A_DAY = 24 * AN_HOUR


def may_open_table(request: HttpRequest, at: datetime) -> bool:
    """Count a table that is to be opened; False if browser or network opened enough this hour."""
    return count(f"tables:{browser_of(request)}", TABLES_OF_A_BROWSER, at) and count(
        f"tables:{_network(request)}", TABLES_OF_A_NETWORK, at
    )


def may_upload(request: HttpRequest, user: User | None, at: datetime) -> bool:
    """Count a file of results; False if the account or the network sent enough this hour."""
    return count(f"uploads:{_account(user)}", UPLOADS_OF_AN_ACCOUNT, at) and count(
        f"uploads:{_network(request)}", UPLOADS_OF_A_NETWORK, at
    )


def may_add_photo(request: HttpRequest, at: datetime) -> bool:
    """Count a photo; False if the network sent enough this hour."""
    return count(f"photos:{_network(request)}", PHOTOS_OF_A_NETWORK, at)


def may_answer(request: HttpRequest, at: datetime) -> bool:
    """Count an answer to an evening; False if the network gave enough this hour."""
    return count(f"answers:{_network(request)}", ANSWERS_OF_A_NETWORK, at)


def may_try_code(request: HttpRequest, at: datetime, *, is_right: bool) -> bool:
    """Count a wrong code of a table; False if the network tried too many this hour.

    Then right ones are refused as well, or guessing would go on."""
    codes = f"codes:{_network(request)}"
    if is_right:
        return int(cache.get(_key(codes, at, AN_HOUR), 0)) <= WRONG_CODES_OF_A_NETWORK
    return count(codes, WRONG_CODES_OF_A_NETWORK, at)


def may_read_upload(user: User | None, at: datetime) -> bool:
    """Count a preview, which reads a file; False if the account looked at enough this hour."""
    return count(f"previews:{_account(user)}", PREVIEWS_OF_AN_ACCOUNT, at)


def _network(request: HttpRequest) -> str:
    return network_of(get_adapter().get_client_ip(request))


def _account(user: User | None) -> str:
    return f"account-{user.pk if user else None}"


def count(what: str, most: int, at: datetime, seconds: int = AN_HOUR) -> bool:
    """Count one thing of this hour, or of another time; return whether they are so many at most."""
    key = _key(what, at, seconds)
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key)) <= most
    except ValueError:  # it made room for others at this moment
        return True


def _key(what: str, at: datetime, seconds: int) -> str:
    return f"{what}:{int(at.timestamp()) // seconds}"
