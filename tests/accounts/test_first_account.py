"""The first administrator is created by a link that `prepare` prints."""

import re
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from scoring.accounts import first_account
from scoring.accounts.first_account import first_account_link

pytestmark = pytest.mark.django_db

ACCOUNT = {
    "username": "root",
    "password1": "a gallery of one",
    "password2": "a gallery of one",
}


def path() -> str:
    link = first_account_link()
    assert link is not None
    return urlsplit(link).path


def test_a_start_prints_a_link_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = StringIO()
    monkeypatch.setattr("scoring.management.commands.prepare.collect_static", lambda: None)
    call_command("prepare", stdout=printed)
    (link,) = re.findall(r"http://localhost:8000(/\S+)", printed.getvalue())
    assert Client().get(link).status_code == 200


def test_whoever_has_the_link_becomes_the_administrator(client: Client) -> None:
    answer = client.post(path(), ACCOUNT)
    assert answer.status_code == 302
    (user,) = User.objects.all()
    assert (user.username, user.is_superuser, user.is_staff) == ("root", True, True)
    assert user.check_password(ACCOUNT["password1"])
    assert client.get("/accounts/").status_code == 200


def test_the_link_works_once(client: Client) -> None:
    link = path()
    client.post(link, ACCOUNT)
    other = Client()
    assert other.get(link).status_code == 404
    assert other.post(link, {**ACCOUNT, "username": "second"}).status_code == 404
    assert first_account_link() is None
    assert User.objects.count() == 1


def test_the_link_expires(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    link = path()
    monkeypatch.setattr(first_account, "LIFETIME", -first_account.LIFETIME)
    assert client.get(link).status_code == 404


def test_nobody_makes_up_a_link(client: Client) -> None:
    assert client.get("/accounts/first/ImZpcnN0Ig:1aaaaa:bbbbbbbbbbbb/").status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"password2": "another one here"},
        {"password1": "1234", "password2": "1234"},
        {"username": "admin"},
        {"username": ""},
    ],
)
def test_a_wrong_entry_is_refused_and_creates_nobody(client: Client, wrong: dict[str, str]) -> None:
    answer = client.post(path(), {**ACCOUNT, **wrong})
    assert answer.status_code == 422
    assert not User.objects.exists()
