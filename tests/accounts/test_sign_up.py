"""Making accounts where the setting SIGN_UP does not allow everyone to."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.settings import env_choice
from scoring.groups.invitations import invite, withdraw
from scoring.models import Invitation
from scoring.models.revisions import By
from tests.builders.groups import thursday_group

pytestmark = pytest.mark.django_db

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
SIGNUP, LOGIN = reverse("account_signup"), reverse("account_login")


@pytest.fixture
def invitation() -> Invitation:
    by = By(at=timezone.now(), actor=User.objects.create_user("zoes-host"))
    return invite(group=thursday_group(), by=by, role="member", days=1)


def address(invitation: Invitation) -> str:
    return reverse("invited", args=[invitation.token])


def sign_up(client: Client, name: str = "zoe") -> bool:
    client.post(SIGNUP, {"username": name, "password1": PASSWORD})
    return User.objects.filter(username=name).exists()


def test_nobody_makes_an_account_where_sign_up_is_closed(
    client: Client, settings: Any, invitation: Invitation
) -> None:
    settings.SIGN_UP = "closed"
    page = client.get(address(invitation)).content.decode()
    assert SIGNUP not in page
    assert "This site does not accept new accounts" in page
    assert not sign_up(client)
    assert "This site does not accept new accounts" in client.get(SIGNUP).content.decode()
    assert SIGNUP not in client.get(LOGIN).content.decode()


def test_only_the_invited_make_an_account_where_sign_up_is_by_invitation(
    client: Client, settings: Any, invitation: Invitation
) -> None:
    settings.SIGN_UP = "invited"
    assert not sign_up(client)
    assert "You need an invitation" in client.get(SIGNUP).content.decode()
    assert SIGNUP in client.get(address(invitation)).content.decode()
    assert sign_up(client)


@pytest.mark.parametrize("ends", ["withdrawn", "expired", "used"])
def test_an_invitation_that_is_over_makes_no_account(
    client: Client, settings: Any, invitation: Invitation, ends: str
) -> None:
    settings.SIGN_UP = "invited"
    client.get(address(invitation))
    if ends == "withdrawn":
        withdraw(invitation=invitation, at=timezone.now())
    elif ends == "expired":
        Invitation.objects.update(
            created_at=timezone.now() - timedelta(days=3),
            expires_at=timezone.now() - timedelta(days=1),
        )
    else:
        Invitation.objects.update(most=1, uses=1)
    assert not sign_up(client)


def test_another_word_for_who_may_sign_up_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGN_UP", "no")
    with pytest.raises(ImproperlyConfigured, match="must be one of open, invited, closed"):
        env_choice("SIGN_UP", ["open", "invited", "closed"])
