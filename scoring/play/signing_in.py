"""Give a browser's phones to the account that logs in there, and keep them when it logs out.

The browser gets a new value each time, so a planted or copied earlier one is worth nothing.
What it did without an account belongs to the account that logs in; nothing of an account belongs to
the next one."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.models import Phone
from scoring.models.phones import new_browser
from scoring.models.transactions import write_transaction
from scoring.web.browser_cookie import browser_of, browsers_of, replace_browser
from scoring.web.policies import clear_browser

SALT = "scoring.play.signing_in"


def after_login(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Give the browser a new value, and the account what the browser had at tables."""
    at = timezone.now()
    for browser in browsers_of(request):
        hand_over_phones(browser=browser, user=user, at=at)
    if browser := browser_of(request):
        new = _value_after_login(browser, user)
        move_phones(browser=browser, to=new, user=user)
        replace_browser(request, new)


def after_logout(*, request: HttpRequest, user: User | None, **_more: Any) -> None:
    """Give the browser a new value, and have it forget its pages.

    Its phones wait for the account to log in again."""
    clear_browser(request)
    at = timezone.now()
    for browser in browsers_of(request):
        sign_phones_out(browser=browser, user=user, at=at)
    if browser_of(request):
        replace_browser(request, new_browser())


def _value_after_login(browser: str, user: User) -> str:
    """Return the same value when a login is sent again because its response was lost."""
    return salted_hmac(SALT, f"{browser} {user.pk}", algorithm="sha256").hexdigest()[:32]


@write_transaction()
def hand_over_phones(*, browser: str, user: User, at: datetime) -> None:
    """Make the browser's phones the account's, and sign out those that are another account's."""
    phones = Phone.objects.filter(browser=browser)
    Phone.objects.filter(
        Q(account__isnull=False) & ~Q(account=user) | Q(user__isnull=False) & ~Q(user=user),
        browser=browser,
    ).sign_out(at)
    phones.filter(account=None).update(account=user)


@write_transaction()
def move_phones(*, browser: str, to: str, user: User) -> None:
    """Give the phones of a browser its new value, and the account what it hosted before.

    A phone that only watches makes room for the one that the account left at the same table."""
    phones = Phone.objects.filter(browser=browser)
    left = Phone.objects.signed_out_of(user).filter(user=None).order_by()
    phones.filter(hosts=False, seat=None, session__in=left.values("session")).delete()
    phones.filter(session__in=left.filter(hosts=True).values("session")).update(hosts=True)
    phones.update(browser=to)


@write_transaction()
def sign_phones_out(*, browser: str, user: User | None, at: datetime) -> None:
    phones = Phone.objects.filter(browser=browser)
    phones.filter(account=None).update(account=user)
    phones.sign_out(at)
