"""Browsers keep no page of an account, and nothing at all once somebody has logged out."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver, reverse

from tests.accounts.test_deletion import PASSWORD
from tests.builders.addresses import named_addresses
from tests.builders.groups import thursday_group
from tests.builders.staff import with_second_factor

pytestmark = pytest.mark.django_db

OF_ACCOUNTS = [
    name
    for name, needs in named_addresses(get_resolver().url_patterns)
    if name.startswith(("account_", "mfa_")) and not needs and name != "account_confirm_email"
]


def client_of(name: str) -> Client:
    """Return a client that has just given its password."""
    user = User.objects.get(username=name)
    user.set_password(PASSWORD)
    user.save(update_fields=["password"])
    client = Client()
    client.force_login(user)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


@pytest.mark.parametrize("has_second_factor", [False, True])
@pytest.mark.parametrize("name", OF_ACCOUNTS)
def test_no_browser_keeps_a_page_of_an_account(name: str, has_second_factor: bool) -> None:
    thursday_group()
    bob = client_of("bob")
    if has_second_factor:
        with_second_factor(User.objects.get(username="bob"))
    for client in (bob, Client()):
        assert "no-store" in client.get(reverse(name)).headers["Cache-Control"]


def from_the_site(client: Client) -> object:
    return client.post(reverse("account_logout"))


def from_the_admin(client: Client) -> object:
    return client.post(reverse("admin:logout"))


def by_deleting_the_account(client: Client) -> object:
    return client.post(reverse("delete_account"), {"username": "bob", "names": "keep"})


@pytest.mark.parametrize("way", [from_the_site, from_the_admin, by_deleting_the_account])
def test_a_browser_forgets_its_pages_however_somebody_logs_out(
    way: Callable[[Client], object],
) -> None:
    thursday_group()
    with_second_factor(User.objects.create_superuser("root"))
    client = client_of("bob")
    if way is from_the_admin:
        client.force_login(User.objects.get(username="root"))
    response = way(client)
    assert response.headers["Clear-Site-Data"] == '"cache", "storage"'  # type: ignore[attr-defined]
    assert not client.get(reverse("home")).has_header("Clear-Site-Data")
