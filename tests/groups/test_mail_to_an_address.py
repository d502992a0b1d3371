"""An address gets so many emails a day because of what others do, whatever kind they are of."""

import time
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.background.mail_limits import may_write_to
from scoring.models import Group
from tests.builders.groups import thursday_group, url_of
from tests.builders.tables import signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

VICTIM, VARIANT = "zoe@mail.example", "Zoe+games@mail.example"
LOGIN_CODE = reverse("account_request_login_code")


@pytest.fixture(autouse=True)
def _three_mails(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMAIL_URL = "smtp://mail.example"
    monkeypatch.setattr("scoring.background.mail_limits.MAIL_TO_AN_ADDRESS", 3)


def invite(group: Group, address: str) -> Any:
    fields = {"role": "member", "days": "7", "email": address}
    return signed_in("alice").post(url_of("invite", group), fields)


def sign_up(name: str, address: str) -> None:
    fields = {"username": name, "password1": "a gallery of one", "email": address}
    Client().post(reverse("account_signup"), fields)


def test_mail_of_all_kinds_is_counted_together() -> None:
    group = thursday_group()
    Client().post(LOGIN_CODE, {"email": VICTIM})  # nobody has an account there
    sign_up("mallory", VARIANT)
    assert invite(group, VICTIM).status_code == 302
    assert len(mail.outbox) == 3
    refused = invite(group, VARIANT)
    assert refused.status_code == 422
    assert "This address has been sent too many emails today." in words(refused.content.decode())
    sign_up("oscar", VICTIM)
    assert len(mail.outbox) == 3
    assert invite(group, "yan@mail.example").status_code == 302


def test_others_cannot_use_up_the_codes_of_an_account() -> None:
    sign_up("zoe", VICTIM)
    while may_write_to(VICTIM, timezone.now()):
        pass
    for address in (LOGIN_CODE, reverse("account_reset_password")):
        mail.outbox.clear()
        Client().post(address, {"email": VICTIM})
        assert [message.to for message in mail.outbox] == [[VICTIM]]


def test_an_account_gets_so_many_codes_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up("zoe", VICTIM)
    mail.outbox.clear()
    now = time.time()
    for _ in range(40):
        now += 61
        monkeypatch.setattr("time.time", lambda: now)  # noqa: B023 (called at once)
        Client().post(LOGIN_CODE, {"email": VICTIM})
    assert len(mail.outbox) == 30
