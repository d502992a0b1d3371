"""Limits by network: an IPv4 address, or the /64 that one customer has of IPv6."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from scoring.models import Group, Membership
from tests.builders.evenings import answer, planned
from tests.builders.groups import thursday_group, url_of
from tests.builders.imports import made_up, row_per_player
from tests.builders.tables import artem_table, phone, signed_in
from tests.pages import words
from tests.play.test_joining import follow_link

pytestmark = pytest.mark.django_db

LOGIN, SIGN_UP = reverse("account_login"), reverse("account_signup")
PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
TABLE = row_per_player(made_up(3))

# Each way is taken by somebody else every time, with other words; it returns whether that was let.
Way = Callable[[int, dict[str, Any]], bool]


def sign_up(number: int, client: dict[str, Any]) -> bool:
    fields = {"username": f"guest-{number}", "password1": PASSWORD}
    return Client().post(SIGN_UP, fields, **client).status_code == 302


def log_in(number: int, client: dict[str, Any]) -> bool:
    User.objects.create_user(f"guest-{number}", password=PASSWORD)
    fields = {"login": f"guest-{number}", "password": PASSWORD}
    return Client().post(LOGIN, fields, **client).status_code == 302


def guess_password(number: int, client: dict[str, Any]) -> bool:
    fields = {"login": f"guest-{number}", "password": "wrong"}
    return "Too many" not in words(Client().post(LOGIN, fields, **client).content.decode())


def guess_table_by_link(number: int, client: dict[str, Any]) -> bool:
    return Client().get(f"/join/ABCDEFGHJKM{number}/", **client).status_code == 404


def guess_table(number: int, client: dict[str, Any]) -> bool:
    code = {"code": f"ABCDEFGHJKM{number}"}
    return Client().get("/join/", code, **client).status_code == 404


def upload(number: int, client: dict[str, Any]) -> bool:
    group, _new = Group.objects.get_or_create(name="Thursday", slug="thursday")
    keeper = signed_in(f"keeper-{number}", group, Membership.Role.SCOREKEEPER)
    address = reverse("import", args=["thursday"])
    return keeper.post(address, {"text": TABLE}, **client).status_code == 302


def mail_code(number: int, client: dict[str, Any]) -> bool:
    return _sent(reverse("account_request_login_code"), number, client)


def mail_new_password(number: int, client: dict[str, Any]) -> bool:
    return _sent(reverse("account_reset_password"), number, client)


def _sent(address: str, number: int, client: dict[str, Any]) -> bool:
    before = len(mail.outbox)
    Client().post(address, {"email": f"guest-{number}@mail.example"}, **client)
    return len(mail.outbox) > before


def mail_invitation(number: int, client: dict[str, Any]) -> bool:
    group = Group.objects.create(name=f"Group {number}", slug=f"group-{number}")
    fields = {"role": "member", "days": "7", "email": f"guest-{number}@mail.example"}
    owner = signed_in(f"owner-{number}", group, Membership.Role.OWNER)
    return owner.post(url_of("invite", group), fields, **client).status_code == 302


def mail_new_address(number: int, client: dict[str, Any]) -> bool:
    User.objects.create_user(f"guest-{number}", password=PASSWORD)
    guest, before = signed_in(f"guest-{number}"), len(mail.outbox)
    guest.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    fields = {"email": f"guest-{number}@mail.example", "action_add": "1"}
    guest.post(reverse("account_email"), fields, **client)
    return len(mail.outbox) > before


@pytest.fixture(autouse=True)
def two_for_a_network(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower what the site's settings let a network do; what they do not limit stays so."""
    settings.EMAIL_URL = "smtp://mail.example"
    settings.ACCOUNT_RATE_LIMITS = {
        action: re.sub(r"\d+(/\w+/ip)", r"2\1", rates)
        for action, rates in settings.ACCOUNT_RATE_LIMITS.items()
    }
    for limit in ("UPLOADS_OF_A_NETWORK", "WRONG_CODES_OF_A_NETWORK"):
        monkeypatch.setattr(f"scoring.web.request_limits.{limit}", 2)


@pytest.mark.parametrize(
    ("addresses", "other"),
    [
        pytest.param(["192.0.2.6"] * 3, "192.0.2.7", id="IPv4"),
        pytest.param(["2001:db8::1", "2001:db8::2:1", "2001:db8::3"], "2001:db8:0:1::1", id="IPv6"),
    ],
)
@pytest.mark.parametrize(
    "way",
    [
        sign_up,
        log_in,
        guess_password,
        guess_table,
        guess_table_by_link,
        upload,
        mail_code,
        mail_new_password,
        mail_invitation,
        mail_new_address,
    ],
)
def test_a_network_does_so_much_and_others_go_on(
    way: Way, addresses: list[str], other: str
) -> None:
    let = [way(number, {"REMOTE_ADDR": address}) for number, address in enumerate(addresses)]
    assert let == [True, True, False]
    assert way(3, {"REMOTE_ADDR": other})


def test_a_network_has_so_many_addresses_asked_about_evenings() -> None:
    evening = planned(thursday_group())
    for number, status in enumerate((302, 302, 422)):
        fields = {"email": f"guest-{number}@mail.example", "wants_mail": "on"}
        given = answer(Client(), evening, f"Guest {number}", "yes", **fields)
        assert given.status_code == status
    assert len(mail.outbox) == 2


def test_after_many_wrong_codes_a_right_one_helps_only_those_at_the_table() -> None:
    session = artem_table("", "")
    host = phone(session, hosts=True)
    assert follow_link(session) == 302
    assert [guess_table(number, {}) for number in range(3)] == [True, True, False]
    assert follow_link(session) == 429
    assert Client().get("/join/", {"code": session.code}).status_code == 429
    assert host.get(f"/join/{session.code}/").status_code == 302
    assert host.get(f"/table/{session.uuid}/live", {"seen": session.version}).status_code == 204
