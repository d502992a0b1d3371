"""A code of the second factor counts once, as long as it would be valid."""

import re
import time
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
SET_UP, CODE = reverse("mfa_activate_totp"), reverse("mfa_authenticate")
AGAIN = reverse("mfa_reauthenticate")
IN_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "used-codes"}


class Clock:
    """The time that codes and the cache go by."""

    def __init__(self) -> None:
        self.now = time.time()

    def time(self) -> float:
        return self.now

    def code(self, secret: str) -> str:
        return str(format_hotp_value(hotp_value(secret, int(self.now) // 30)))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Clock:
    settings.CACHES = {**settings.CACHES, "default": IN_MEMORY}
    clock = Clock()
    monkeypatch.setattr(time, "time", clock.time)
    return clock


@pytest.fixture
def secret(clock: Clock) -> str:
    """Set a second factor up with the code of this moment."""
    User.objects.create_superuser("root", password=PASSWORD)
    client = logged_in()
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    found = re.search(r"<code>([A-Z2-7]{32})</code>", client.get(SET_UP).content.decode())
    assert found
    assert client.post(SET_UP, {"code": clock.code(found[1])}).status_code == 302
    return found[1]


def logged_in() -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": "root", "password": PASSWORD})
    return client


def lets_in(client: Client, code: str) -> bool:
    client.post(CODE, {"code": code})
    return "_auth_user_id" in client.session


def test_the_code_that_set_it_up_lets_nobody_in(clock: Clock, secret: str) -> None:
    assert not lets_in(logged_in(), clock.code(secret))


@pytest.mark.parametrize("later", [0, 31, 59])
def test_a_code_lets_in_once_as_long_as_it_is_valid(
    clock: Clock, secret: str, later: float
) -> None:
    clock.now += 90 - clock.now % 30  # where a step begins: the code is valid for 60 s after it
    code = clock.code(secret)
    assert lets_in(logged_in(), code)
    clock.now += later
    assert not lets_in(logged_in(), code)
    clock.now += 120
    assert lets_in(logged_in(), clock.code(secret))


def test_a_code_that_let_in_confirms_nothing_later(clock: Clock, secret: str) -> None:
    clock.now += 90
    code, client = clock.code(secret), logged_in()
    assert lets_in(client, code)
    clock.now += 31
    assert client.post(AGAIN, {"code": code}).status_code == 200
    clock.now += 60
    assert client.post(AGAIN, {"code": clock.code(secret)}).status_code == 302
