"""One's own account: another username, its devices, its data."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.accounts.account_adapter import confirmed_address
from scoring.accounts.account_data import account_data
from scoring.background.jobs import enqueue
from scoring.groups.invitations import invite
from scoring.models import Group, Membership, Phone, Photo
from scoring.models.revisions import By
from tests.builders.groups import MEMBER, player, thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import PLAYERS, artem_table, signed_in

pytestmark = pytest.mark.django_db

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
NAME, DEVICES, DATA = reverse("change_name"), reverse("devices"), reverse("account_data")
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1"


@pytest.fixture
def zoe() -> User:
    zoe = User.objects.create_user("zoe", "zoe@mail.example", PASSWORD)
    EmailAddress.objects.create(user=zoe, email=zoe.email, verified=True, primary=True)
    return zoe


def logged_in(user_agent: str = FIREFOX, address: str = "192.0.2.7", **fields: str) -> Client:
    client = Client(headers={"user-agent": user_agent}, REMOTE_ADDR=address)
    answer = client.post(reverse("account_login"), {"login": "zoe", "password": PASSWORD, **fields})
    assert answer.status_code == 302
    return client


def say_password(client: Client) -> None:
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


# The username


@pytest.mark.usefixtures("zoe")
def test_a_new_user_name_needs_the_password_and_is_announced_by_mail() -> None:
    client = logged_in()
    assert "reauthenticate" in client.post(NAME, {"username": "zoé"}).headers["Location"]
    assert User.objects.get().username == "zoe"
    say_password(client)
    assert client.post(NAME, {"username": "zoé"}).headers["Location"] == reverse("account")
    assert User.objects.get().username == "zoé"
    assert "From now on you log in as zoé." in client.get(reverse("account")).content.decode()
    assert mail.outbox[-1].to == ["zoe@mail.example"]
    assert "was changed from zoe to zoé" in str(mail.outbox[-1].body)


@pytest.mark.usefixtures("zoe")
@pytest.mark.parametrize("name", ["bob", "BOB", "admin", "a b", ""])
def test_a_name_is_refused_in_the_words_of_sign_up(name: str) -> None:
    User.objects.create(username="bob")
    fields = {"username": name, "password1": PASSWORD}
    form = Client().post(reverse("account_signup"), fields).context["form"]
    client = logged_in()
    say_password(client)
    answer = client.post(NAME, {"username": name})
    assert answer.status_code == 422
    assert answer.context["form"].errors["username"] == form.errors["username"]
    assert User.objects.filter(username="zoe").exists()


@pytest.mark.usefixtures("zoe")
def test_names_are_not_tried_one_after_the_other() -> None:
    client = logged_in()
    say_password(client)
    for number in range(20):
        assert client.post(NAME, {"username": f"zoe-{number}"}).status_code == 302
    answer = client.post(NAME, {"username": "zoe-20"})
    assert "You have changed your username too many times today." in answer.content.decode()
    assert User.objects.get().username == "zoe-19"


# Devices


@pytest.mark.usefixtures("zoe")
def test_it_lists_where_one_is_logged_in() -> None:
    logged_in(SAFARI, "198.51.100.4")
    page = " ".join(logged_in().get(DEVICES).content.decode().split())
    assert "Firefox · Android (this one)" in page
    assert "from 192.0.2.7" in page
    assert "Safari · iPhone</span>" in page
    assert "from 198.51.100.4" in page


@pytest.mark.usefixtures("zoe")
def test_behind_a_proxy_it_lists_the_address_that_the_proxy_names(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    client = Client(headers={"x-forwarded-for": "203.0.113.5, 198.51.100.4"})
    client.post(reverse("account_login"), {"login": "zoe", "password": PASSWORD})
    assert UserSession.objects.get().ip == "198.51.100.4"


@pytest.mark.usefixtures("zoe")
def test_who_logs_out_is_not_listed_any_more() -> None:
    other, client = logged_in(SAFARI), logged_in()
    other.post(reverse("account_logout"))
    assert "Safari" not in client.get(DEVICES).content.decode()


@pytest.mark.usefixtures("zoe")
def test_one_logs_out_everywhere_but_here() -> None:
    other, client = logged_in(), logged_in()
    unlisted = Client()
    unlisted.force_login(User.objects.get())
    UserSession.objects.filter(session_key=unlisted.session.session_key).delete()
    assert client.post(DEVICES, {"password": "another"}).status_code == 422
    assert other.get(DEVICES).status_code == 200
    assert client.post(DEVICES, {"password": PASSWORD}).headers["Location"] == DEVICES
    assert client.get(DEVICES).context["devices"][0].is_this
    assert len(client.get(DEVICES).context["devices"]) == 1
    for each in (other, unlisted):
        assert each.get(DEVICES).status_code == 302
    assert logged_in().get(DEVICES).status_code == 200  # the password is the same


def test_without_a_password_it_asks_for_none(client: Client, zoe: User) -> None:
    zoe.set_unusable_password()
    zoe.save(update_fields=["password"])
    other = Client()
    for each in (client, other):
        each.force_login(zoe)
    assert client.post(DEVICES).headers["Location"] == DEVICES
    assert (client.get(DEVICES).status_code, other.get(DEVICES).status_code) == (200, 302)


@pytest.mark.usefixtures("zoe")
def test_the_password_is_not_tried_out_there() -> None:
    client = logged_in()
    for _ in range(10):
        client.post(DEVICES, {"password": "another"})
    assert "Too many attempts." in client.post(DEVICES, {"password": PASSWORD}).content.decode()


def test_other_devices_leave_their_tables_until_they_log_in_again(zoe: User) -> None:
    group = thursday_group()
    Membership.objects.create(group=group, user=zoe, role="scorekeeper")
    session, quick = artem_table(group=group), artem_table()
    other, client = logged_in(), logged_in()
    tables = [reverse("table", args=[each.uuid]) for each in (session, quick)]
    for each in (other, client):
        each.get(tables[0])
        each.post(reverse("join", args=[quick.code]))
    other.post(reverse("seats", args=[quick.uuid]), {"place": "1"})
    client.post(DEVICES, {"password": PASSWORD})
    assert [client.get(table).status_code for table in tables] == [200, 200]
    assert [other.get(table).status_code for table in tables] == [404, 404]
    assert not Phone.objects.seated().filter(signed_out_at=None).exists()
    other.post(reverse("account_login"), {"login": "zoe", "password": PASSWORD})
    assert [other.get(table).status_code for table in tables] == [200, 200]
    assert Phone.objects.seated().filter(signed_out_at=None, account=zoe).count() == 1


def test_beyond_twenty_devices_the_first_is_logged_out(zoe: User) -> None:
    clients = [logged_in() for _ in range(21)]
    assert UserSession.objects.filter(user=zoe).count() == 20
    assert [each.get(DEVICES).status_code for each in (clients[0], clients[1])] == [302, 200]


def test_staff_do_not_see_them(admin_client: Client) -> None:
    assert "usersessions" not in admin_client.get("/admin/").content.decode()
    assert admin_client.get("/admin/usersessions/usersession/").status_code == 404


# Data


@pytest.fixture
def data(zoe: User) -> Any:
    """Download the data of zoe, who plays in two groups and is a member of one of them."""
    group, left = thursday_group(), Group.objects.create(name="Secret", slug="secret")
    Membership.objects.create(group=group, user=zoe)
    for each in (group, left):
        league = season_of(each).league
        play_session(each, artem_document(1, 2, names=PLAYERS), league=league)
        player(each, "Ida", user=zoe)
    client = logged_in()
    assert "reauthenticate" in client.get(DATA).headers["Location"]
    say_password(client)
    answer = client.get(DATA)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer.headers["Cache-Control"]
    return json.loads(answer.content)


def test_ones_data_is_a_file(data: Any) -> None:
    assert data["account"]["user_name"] == "zoe"
    assert data["addresses"] == [
        {
            "address": "zoe@mail.example",
            "is_confirmed": True,
            "is_main": True,
            "wants_no_invitations": False,
        }
    ]
    assert data["memberships"] == [{"group": "Thursday", "role": "member"}]
    assert [device["user_agent"] for device in data["devices"]] == [FIREFOX]
    players = [(each["group"], each["name"]) for each in data["players"]]
    assert players == [("Thursday", "Ida"), (None, "Ida")]
    results = [(each["group"], each["rank"], each["points"]) for each in data["results"]]
    assert results == [("Thursday", 1, 7), (None, 1, 7)]


def test_nothing_of_others_is_in_it(data: Any) -> None:
    text = json.dumps(data)
    assert [name for name in ("alice", "bob", "Joe", "Secret") if name in text] == []


def test_others_do_not_get_it(client: Client) -> None:
    assert client.get(DATA).headers["Location"].startswith(reverse("account_login"))
    assert "zoe" not in signed_in("bob").get(DATA).content.decode()


def test_of_each_list_it_has_ones_own_rows_alone() -> None:
    group = thursday_group()
    for name in ("zoe", "yan"):
        own = User.objects.create_user(name)
        EmailAddress.objects.create(user=own, email=f"{name}@mail.example")
        TOTP.activate(own, "JBSWY3DPEHPK3PXP")
        UserSession.objects.create(user=own, ip="192.0.2.7", session_key=name)
        Membership.objects.create(group=group, user=own)
        document = artem_document(1, 2, names=(f"{name} 1", f"{name} 2"))
        session = play_session(group, document, league=None)
        session.revisions.update(actor=own)
        player(group, f"{name} 1", user=own)
        invite(group=group, by=By(at=timezone.now(), actor=own), role=MEMBER, days=1)
        for column in ("user", "account"):
            Phone.objects.create(
                session=session, browser=column, joined_at=timezone.now(), **{column: own}
            )
        enqueue("import sessions", asked_by=own, arguments={})
        Photo.objects.create(session=session, added_by=own, added_at=timezone.now(), step=0)
    data = account_data(User.objects.get(username="zoe"))
    assert {kind: len(rows) for kind, rows in data.items() if kind != "account"} == {
        "addresses": 1,
        "second_factors": 1,
        "devices": 1,
        "memberships": 1,
        "players": 1,
        "results": 1,
        "invitations_sent": 1,
        "tables": 2,
        "changes_recorded": 1,
        "photos": 1,
        "jobs": 1,
    }


def test_mail_goes_to_the_main_one_of_confirmed_addresses_or_to_the_first() -> None:
    zed = User.objects.create_user("zed")
    other = User.objects.create_user("other")
    EmailAddress.objects.create(user=other, email="o@mail.example", verified=True, primary=True)
    assert confirmed_address(zed) == ""
    for address, verified, primary in (("a", True, False), ("b", True, True), ("c", False, False)):
        EmailAddress.objects.create(
            user=zed, email=f"{address}@mail.example", verified=verified, primary=primary
        )
    assert confirmed_address(zed) == "b@mail.example"
    EmailAddress.objects.update(primary=False)
    assert confirmed_address(zed) == "a@mail.example"
