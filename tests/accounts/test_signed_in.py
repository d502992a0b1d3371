"""An account is signed in only as long as it may be."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
ACCOUNT = reverse("account")


@pytest.fixture
def alice(client: Client) -> User:
    alice = User.objects.create_user("alice", password=PASSWORD)
    answer = client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert answer.status_code == 302
    return alice


def is_signed_in(client: Client) -> bool:
    return client.get(ACCOUNT).status_code == 200


@pytest.mark.usefixtures("alice")
def test_who_logged_in_is_signed_in(client: Client) -> None:
    assert is_signed_in(client)


def test_who_may_not_sign_in_any_more_is_signed_out(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert not is_signed_in(client)


def test_who_deleted_their_account_is_signed_out(client: Client, alice: User) -> None:
    alice.delete()
    assert not is_signed_in(client)
