"""Accounts: a name and a password are enough; with an email address, a code does as well."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.contrib.auth.models import User
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse

from config.mail import CONSOLE, mail_server
from scoring.models import Group
from tests.builders.staff import with_second_factor
from tests.builders.tables import signed_in
from tests.pages import words
from tests.test_error_pages import check_look

pytestmark = pytest.mark.django_db

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
LOGIN, SIGNUP = reverse("account_login"), reverse("account_signup")
CONFIRMATION = re.compile(r"http://localhost:8000(/accounts/confirm-email/\S+)")


@pytest.fixture
def alice() -> User:
    alice = User.objects.create_user("alice", "alice@mail.example", PASSWORD)
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    return alice


def username_of(client: Client) -> str:
    pk = client.session.get("_auth_user_id")
    return User.objects.get(pk=pk).username if pk else ""


def code_in(sent: Sequence[object]) -> str:
    """Return the code, which has a line of its own in the latest email."""
    body = str(getattr(sent[-1], "body", ""))
    match = re.search(r"^([A-Z0-9]{4,}-?[A-Z0-9]+)$", body, re.MULTILINE)
    assert match, body
    return match[1]


# Coming in


def test_a_name_and_a_password_make_an_account(client: Client) -> None:
    answer = client.post(SIGNUP, {"username": "zoe", "password1": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert username_of(client) == "zoe"
    assert mail.outbox == []


def test_whoever_signs_up_on_the_way_is_brought_back(client: Client) -> None:
    page = client.get(f"{SIGNUP}?next=/new/").content.decode()
    assert 'name="next" value="/new/"' in re.sub(r'type="hidden" ', "", page)
    fields = {"username": "zoe", "password1": PASSWORD, "next": "/new/"}
    assert client.post(SIGNUP, fields).headers["Location"] == "/new/"


def test_nobody_is_brought_to_a_foreign_site(client: Client) -> None:
    fields = {"username": "zoe", "password1": PASSWORD, "next": "https://evil.example/"}
    assert client.post(SIGNUP, fields).headers["Location"] == "/"


def test_it_says_what_an_account_without_an_address_cannot_have(client: Client) -> None:
    page = client.get(SIGNUP).content.decode()
    assert "An email address is optional." in page
    assert "we cannot send you a code" in page


@pytest.mark.usefixtures("alice")
@pytest.mark.parametrize("name", ["alice", "alice@mail.example"])
def test_one_logs_in_by_name_or_by_address(client: Client, name: str) -> None:
    assert client.post(LOGIN, {"login": name, "password": PASSWORD}).status_code == 302
    assert username_of(client) == "alice"


@pytest.mark.usefixtures("alice")
def test_a_wrong_password_comes_in_nowhere(client: Client) -> None:
    answer = client.post(LOGIN, {"login": "alice", "password": "another one"})
    assert "not correct" in answer.content.decode()
    assert username_of(client) == ""


@pytest.mark.usefixtures("alice")
def test_a_code_sent_by_mail_does_for_a_password(client: Client) -> None:
    asked = {"email": "alice@mail.example", "next": "/new/"}
    address = client.post(reverse("account_request_login_code"), asked).headers["Location"]
    answer = client.post(address, {"code": code_in(mail.outbox), "next": "/new/"})
    assert answer.headers["Location"] == "/new/"
    assert username_of(client) == "alice"


@pytest.mark.usefixtures("alice")
def test_nobody_learns_which_addresses_have_an_account(client: Client) -> None:
    pages = []
    for address in ("alice@mail.example", "nobody@mail.example"):
        asked = client.post(reverse("account_request_login_code"), {"email": address}, follow=True)
        pages.append(re.sub(r'value="\w{64}"|\S+@mail.example', "", asked.content.decode()))
    assert pages[0] == pages[1]


@pytest.mark.usefixtures("alice")
def test_a_forgotten_password_is_replaced_by_a_code(client: Client) -> None:
    asked = {"email": "alice@mail.example"}
    address = client.post(reverse("account_reset_password"), asked).headers["Location"]
    further = client.post(address, {"code": code_in(mail.outbox)}).headers["Location"]
    other = {"password1": "another gallery", "password2": "another gallery"}
    assert client.post(further, other).status_code == 302
    fresh = Client()
    fresh.post(LOGIN, {"login": "alice", "password": "another gallery"})
    assert username_of(fresh) == "alice"


def test_another_address_counts_once_it_is_confirmed(client: Client, alice: User) -> None:
    client.force_login(alice)
    new = {"email": "a@other.example", "action_add": "1"}
    assert "reauthenticate" in client.post(reverse("account_email"), new).headers["Location"]
    assert mail.outbox == []
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert client.post(reverse("account_email"), new).status_code == 302
    page = client.get(reverse("account_email")).content.decode()
    assert "Login codes and account news go to alice@mail.example." in page
    assert "a@other.example" in page
    link = re.search(CONFIRMATION, str(mail.outbox[-1].body))
    assert link
    assert "a@other.example will become the email address of the account alice." in " ".join(
        client.get(link[1]).content.decode().split()
    )
    assert client.post(link[1]).status_code == 302
    alice.refresh_from_db()
    assert alice.email == "a@other.example"
    assert mail.outbox[-1].to == ["alice@mail.example"]
    assert "to a@other.example" in str(mail.outbox[-1].body)


def test_with_a_second_factor_the_address_changes_too(client: Client, alice: User) -> None:
    codes = RecoveryCodes.activate(with_second_factor(alice))
    client.force_login(alice)
    new = {"email": "a@other.example", "action_add": "1"}
    client.post(reverse("account_email"), new)
    client.post(reverse("mfa_reauthenticate"), {"code": codes.generate_codes()[0]})
    client.post(reverse("account_email"), new)
    confirm(client)
    alice.refresh_from_db()
    assert alice.email == "a@other.example"
    assert Authenticator.objects.filter(user=alice).count() == 2


def test_a_changed_password_is_announced_by_mail(client: Client, alice: User) -> None:
    client.force_login(alice)
    fields = {"oldpassword": PASSWORD, "password1": "another gallery"}
    fields["password2"] = fields["password1"]
    assert client.post(reverse("account_change_password"), fields).status_code == 302
    assert mail.outbox[-1].to == ["alice@mail.example"]
    assert "Your password has been changed." in str(mail.outbox[-1].body)


# Addresses of somebody else


def sign_up(name: str, address: str) -> tuple[Client, Any]:
    client = Client()
    fields = {"username": name, "email": address, "password1": PASSWORD}
    return client, client.post(SIGNUP, fields)


def confirm(client: Client) -> Any:
    """Follow the link of the latest mail."""
    link = re.search(CONFIRMATION, str(mail.outbox[-1].body))
    assert link
    return client.post(link[1], follow=True)


def test_mail_leads_to_our_address_whatever_host_the_request_names(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.MAIL_ADDRESS = "https://scores.example.org"
    email = {"email": "x@mail.example"}
    for address, fields in (
        (SIGNUP, {"username": "x", "password1": PASSWORD, **email}),
        (SIGNUP, {"username": "y", "password1": PASSWORD, **email}),
        (reverse("account_request_login_code"), email),
        (reverse("account_reset_password"), {"email": "no@mail.example"}),
    ):
        Client().post(address, fields, headers={"host": "evil.example"})
    bodies = [str(message.body) for message in mail.outbox]
    assert len(bodies) == 4
    assert all("evil.example" not in f"{message.message()}" for message in mail.outbox)
    assert "https://scores.example.org/accounts/confirm-email/" in bodies[0]
    assert "Hello from Scorefolio!" in bodies[0]


@pytest.mark.usefixtures("alice")
def test_sign_up_does_not_say_which_addresses_have_an_account() -> None:
    answers = [sign_up(*each)[1] for each in (("x", "alice@mail.example"), ("y", "y@mail.example"))]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]


def test_whoever_reads_the_mail_gets_the_account_without_whoever_made_it() -> None:
    mallory, _answer = sign_up("mallory", "zoe@mail.example")
    zoe = Client()
    page = confirm(zoe).content.decode()
    assert "Your old password no longer works" in page
    assert mallory.get(reverse("account")).status_code == 302
    mallory.post(LOGIN, {"login": "mallory", "password": PASSWORD})
    assert username_of(mallory) == ""
    asked = {"email": "zoe@mail.example"}
    address = zoe.post(reverse("account_request_login_code"), asked).headers["Location"]
    zoe.post(address, {"code": code_in(mail.outbox)})
    assert username_of(zoe) == "mallory"


@pytest.mark.parametrize("way", ["request_login_code", "reset_password"])
def test_a_code_confirms_the_address_and_ends_foreign_sessions(client: Client, way: str) -> None:
    mallory, _answer = sign_up("mallory", "zoe@mail.example")
    asked = {"email": "zoe@mail.example"}
    address = client.post(reverse(f"account_{way}"), asked).headers["Location"]
    further = client.post(address, {"code": code_in(mail.outbox)}).headers["Location"]
    if way == "reset_password":
        client.post(further, {"password1": "another gallery", "password2": "another gallery"})
    assert client.get(reverse("account")).status_code == 200
    assert mallory.get(reverse("account")).status_code == 302


def test_the_second_factor_of_whoever_made_it_does_not_stop_its_owner(client: Client) -> None:
    sign_up("mallory", "zoe@mail.example")
    with_second_factor(User.objects.get())
    asked = {"email": "zoe@mail.example"}
    address = client.post(reverse("account_request_login_code"), asked).headers["Location"]
    client.post(address, {"code": code_in(mail.outbox)})
    assert username_of(client) == "mallory"


def test_an_unconfirmed_address_does_not_stop_its_owner() -> None:
    sign_up("mallory", "zoe@mail.example")
    zoe, _answer = sign_up("zoe", "zoe@mail.example")
    confirm(zoe)
    assert username_of(zoe) == "zoe"
    assert User.objects.get(username="zoe").has_usable_password()
    owner = EmailAddress.objects.get(email="zoe@mail.example", verified=True).user
    assert owner.username == "zoe"


def test_one_logs_out(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post(reverse("account_logout")).headers["Location"] == "/"
    assert username_of(client) == ""


# How it looks

PAGES = (
    "login signup logout email change_password reauthenticate reset_password request_login_code "
    "inactive email_verification_sent password_reset_completed"
)


@pytest.mark.parametrize("name", PAGES.split())
def test_every_page_looks_like_ours(client: Client, alice: User, name: str) -> None:
    address = reverse(f"account_{name}")
    page = client.get(address)
    if page.status_code == 302:
        client.force_login(alice)
        page = client.get(address)
    assert page.status_code == 200
    check_look(page.content.decode())
    assert "unsafe" not in page.headers["Content-Security-Policy"]


@pytest.mark.usefixtures("alice")
@pytest.mark.parametrize("name", ["request_login_code", "reset_password"])
def test_the_page_for_a_code_looks_like_ours(client: Client, name: str) -> None:
    asked = {"email": "alice@mail.example"}
    page = client.post(reverse(f"account_{name}"), asked, follow=True).content.decode()
    check_look(page)
    assert "We sent a code to alice@mail.example." in page


def test_a_link_to_confirm_that_is_worth_nothing_says_so(client: Client) -> None:
    page = client.get(reverse("account_confirm_email", args=["never-sent"])).content.decode()
    check_look(page)
    assert "This link has expired." in page


# On the other pages


def test_the_head_of_a_page_leads_to_logging_in_and_back(client: Client) -> None:
    assert 'href="/accounts/login/?next=/new/"' in client.get("/new/").content.decode()


def test_the_first_page_shows_ones_groups() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    Group.objects.create(name="Other", slug="other")
    page = signed_in("bob", group).get("/").content.decode()
    assert 'href="/g/thursday/"' in page
    assert 'href="/g/other/"' not in page
    assert 'href="/accounts/">Account</a>' in page


def test_what_is_not_there_offers_to_log_in_and_tells_nobody_whether_it_is() -> None:
    Group.objects.create(name="Thursday", slug="thursday")
    pages = []
    for slug in ("thursday", "nowhere"):
        page = Client().get(f"/g/{slug}/")
        assert page.status_code == 404
        assert f'href="/accounts/login/?next=/g/{slug}/"' in page.content.decode()
        text = page.content.decode().replace(slug, "")
        pages.append(re.sub(r'value="\w{64}"', "", text))
    assert pages[0] == pages[1]
    assert "log in</a> to see it" not in signed_in("bob").get("/g/nowhere/").content.decode()


# Where mail goes


@pytest.mark.parametrize(
    ("url", "host", "port", "starttls", "tls"),
    [
        ("smtp://mail.example", "mail.example", 25, False, False),
        ("smtp+tls://me:a%40b@mail.example", "mail.example", 587, True, False),
        ("smtps://mail.example:4650", "mail.example", 4650, False, True),
    ],
)
def test_mail_goes_to_a_server(url: str, host: str, port: int, starttls: bool, tls: bool) -> None:
    server = mail_server(url)
    assert (server.host, server.port, server.starttls, server.tls) == (host, port, starttls, tls)


def test_names_and_passwords_of_a_mail_server_are_unquoted() -> None:
    server = mail_server("smtp://me%40home:a%2Fb@mail.example")
    assert (server.user, server.password) == ("me@home", "a/b")


def test_mail_is_printed_without_a_server() -> None:
    assert mail_server("console://").backend == CONSOLE


@pytest.mark.parametrize("url", ["", "mail.example", "ftp://mail.example", "smtp://", "smtp://a:x"])
def test_it_refuses_a_mail_server_that_it_does_not_understand(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL is not understood"):
        mail_server(url)


def test_the_page_to_log_in_says_what_to_enter(client: Client) -> None:
    assert "Username or email" in words(client.get(LOGIN).content.decode())
