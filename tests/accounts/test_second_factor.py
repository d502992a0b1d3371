"""The second factor: anybody may have one, and the admin opens for nobody without."""

import re
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from allauth.mfa.utils import decrypt
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from scoring.accounts.second_factor_secrets import UnknownKey, encrypt_anew
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


@pytest.mark.django_db(transaction=True)  # allauth tells that it is set up once that is committed
def test_staff_without_one_are_led_to_set_it_up_before_the_admin_opens(
    client: Client, root: User
) -> None:
    client.force_login(root)
    answer = client.get("/admin/", follow=True)
    assert [address for address, _status in answer.redirect_chain][1] == SET_UP
    assert client.get("/admin/auth/user/").status_code == 302
    set_up(client)
    assert client.get("/admin/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_session_from_before_it_was_set_up_opens_the_admin_once_it_is_given(root: User) -> None:
    """Someone with only the password may have logged in before."""
    earlier, own = Client(), Client()
    for client in (earlier, own):
        log_in(client)
    set_up(own)
    assert own.get("/admin/").status_code == 200
    assert earlier.get("/admin/auth/user/").status_code == 302
    answer = earlier.get("/admin/", follow=True)
    address, _status = answer.redirect_chain[-1]
    assert address == f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2F"
    earlier.post(address, {"code": "000000"})
    assert earlier.get("/admin/").status_code == 302
    assert earlier.post(address, {"code": recovery_code(root)}).headers["Location"] == "/admin/"
    assert earlier.get("/admin/").status_code == 200


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


# What is stored


def stored(user: User) -> dict[str, Any]:
    """Return what the database has of the codes of an app and of recovery codes."""
    rows = Authenticator.objects.filter(user=user).values_list("data", flat=True)
    return {name: value for data in rows for name, value in data.items()}


@pytest.fixture
def first_key(settings: Any) -> str:
    settings.SECRET_KEY = "first " * 10
    return str(settings.SECRET_KEY)


def test_what_is_stored_is_encrypted_with_the_secret_key(root: User, first_key: str) -> None:
    TOTP.activate(root, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(root)
    assert "JBSWY3DPEHPK3PXP" not in str(stored(root))
    assert not re.search(r"[0-9a-f]{80}", str(stored(root)))
    assert first_key not in str(stored(root))
    assert decrypt(stored(root)["secret"]) == "JBSWY3DPEHPK3PXP"


@pytest.mark.usefixtures("first_key")
def test_it_is_encrypted_anew_when_the_key_changes(root: User, settings: Any) -> None:
    TOTP.activate(root, "JBSWY3DPEHPK3PXP")
    recovery = RecoveryCodes.activate(root).generate_codes()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "second " * 10, [settings.SECRET_KEY]
    assert [encrypt_anew(most=10) for _ in range(2)] == [2, 0]
    settings.SECRET_KEY_FALLBACKS = []
    assert decrypt(stored(root)["secret"]) == "JBSWY3DPEHPK3PXP"
    of_recovery = Authenticator.objects.get(user=root, type="recovery_codes")
    assert RecoveryCodes(of_recovery).generate_codes() == recovery


def test_what_an_earlier_version_stored_is_valid_and_encrypted_later(root: User) -> None:
    data = {"secret": "JBSWY3DPEHPK3PXP"}
    Authenticator.objects.create(user=root, type="totp", data=data)
    assert decrypt(stored(root)["secret"]) == "JBSWY3DPEHPK3PXP"
    call_command("tend", verbosity=0)
    assert "JBSWY3DPEHPK3PXP" not in stored(root)["secret"]
    assert decrypt(stored(root)["secret"]) == "JBSWY3DPEHPK3PXP"


@pytest.mark.usefixtures("first_key")
def test_without_the_key_no_code_is_accepted_and_nothing_is_lost(
    root: User, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    totp = TOTP.activate(root, "JBSWY3DPEHPK3PXP")
    before, settings.SECRET_KEY = stored(root), "second " * 10
    with pytest.raises(UnknownKey):
        totp.validate_code("000000")
    assert encrypt_anew(most=10) == 0
    assert stored(root) == before
    warning = f"The second factor {totp.instance.pk} was encrypted with a key that is not set."
    assert caplog.messages == [warning]


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


def test_who_lost_it_logs_in_with_the_password_alone_once_the_command_has_removed_it(
    client: Client, root: User, capsys: pytest.CaptureFixture[str]
) -> None:
    with_second_factor(root)
    other = with_second_factor(User.objects.create_user("other"))
    assert log_in(Client()) == CODE
    call_command("remove_second_factor", "root")
    assert capsys.readouterr().out == "Removed the second factor of root.\n"
    assert log_in(client) != CODE
    assert client.get(reverse("admin:index")).status_code == 302
    assert Authenticator.objects.filter(user=other).exists()
    call_command("remove_second_factor", "root")
    assert capsys.readouterr().out == "root has no second factor.\n"


def test_a_command_for_nobody_says_so() -> None:
    with pytest.raises(CommandError, match=r"^There is no account with the username ghost\.$"):
        call_command("remove_second_factor", "ghost")
