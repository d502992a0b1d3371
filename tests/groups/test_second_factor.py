"""The second factor: anybody may have one, and the admin opens for nobody without."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.builders.staff import with_second_factor
from tests.test_error_pages import check_look

pytestmark = pytest.mark.django_db

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
LOGIN, SET_UP = reverse("account_login"), reverse("mfa_activate_totp")
CODE, RECOVERY = reverse("mfa_authenticate"), reverse("mfa_view_recovery_codes")


@pytest.fixture
def root() -> User:
    return User.objects.create_superuser("root", password=PASSWORD)


def log_in(client: Client, **fields: str) -> str:
    answer = client.post(LOGIN, {"login": "root", "password": PASSWORD, **fields})
    return answer.headers["Location"]


def set_up(client: Client) -> Authenticator:
    """Set it up as somebody does who reads the page."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = client.get(SET_UP).content.decode()
    secret = re.search(r"<code>([A-Z2-7]{32})</code>", page)
    assert secret, page
    code = format_hotp_value(hotp_value(secret[1], int(time.time()) // 30))
    assert client.post(SET_UP, {"code": code}).headers["Location"] == RECOVERY
    return Authenticator.objects.get(type=Authenticator.Type.TOTP)


def recovery_code(user: User) -> str:
    codes: list[str] = (
        Authenticator.objects.get(user=user, type="recovery_codes").wrap().generate_codes()
    )
    return codes[0]


def test_staff_without_one_are_led_to_set_it_up_before_the_admin_opens(
    client: Client, root: User
) -> None:
    client.force_login(root)
    answer = client.get("/admin/", follow=True)
    assert [address for address, _status in answer.redirect_chain][1] == SET_UP
    assert client.get("/admin/auth/user/").status_code == 302
    set_up(client)
    assert client.get("/admin/").status_code == 200


@pytest.mark.usefixtures("root")
def test_after_the_password_it_asks_for_the_code(client: Client) -> None:
    log_in(client)
    set_up(client)
    other = Client()
    assert log_in(other, next="/admin/").startswith(CODE)
    assert "_auth_user_id" not in other.session
    code = recovery_code(User.objects.get())
    assert other.post(CODE, {"code": code}).headers["Location"] == "/admin/"
    assert other.get("/admin/").status_code == 200


def test_a_recovery_code_lets_in_once(client: Client, root: User) -> None:
    log_in(client)
    set_up(client)
    code = recovery_code(root)
    for _ in range(2):
        other = Client()
        log_in(other)
        other.post(CODE, {"code": code})
    assert "_auth_user_id" not in other.session


def test_whoever_turns_it_off_leaves_the_admin(client: Client, root: User) -> None:
    log_in(client)
    set_up(client)
    assert client.post(reverse("mfa_deactivate_totp")).status_code == 302
    assert not Authenticator.objects.filter(user=root).exists()
    assert client.get("/admin/").status_code == 302


def test_who_is_not_on_the_staff_is_not_led_on(client: Client) -> None:
    client.force_login(with_second_factor(User.objects.create_user("alice")))
    assert client.get("/admin/", follow=True).status_code == 403


def test_the_admin_shows_no_secret_of_it_and_superusers_delete_it(admin_client: Client) -> None:
    theirs = with_second_factor(User.objects.create_user("alice"))
    one = Authenticator.objects.get(user=theirs)
    address = reverse("admin:mfa_authenticator_change", args=[one.pk])
    page = admin_client.get(address).content.decode()
    assert "alice" in page
    assert one.data["secret"] not in page
    address = reverse("admin:mfa_authenticator_delete", args=[one.pk])
    assert admin_client.post(address, {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.filter(user=theirs).exists()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.usefixtures("root")
def test_its_pages_look_like_ours(client: Client, language: str) -> None:
    client.post("/language/", {"language": language})
    log_in(client)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    pages = [client.get(reverse("mfa_index")), client.get(SET_UP)]
    set_up(client)
    names = "mfa_index mfa_deactivate_totp mfa_generate_recovery_codes mfa_view_recovery_codes"
    pages += [client.get(reverse(name)) for name in f"{names} mfa_reauthenticate".split()]
    other = Client()
    other.post("/language/", {"language": language})
    log_in(other)
    pages.append(other.get(CODE))
    for page in pages:
        assert page.status_code == 200
        check_look(page.content.decode())
        assert f'<html lang="{language}"' in page.content.decode()
        assert "data:" not in page.content.decode()
