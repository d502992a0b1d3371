"""Deleting an account: what prevents it, what follows, and what stays."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.accounts.deletion import CannotDelete, delete_account
from scoring.background.jobs import enqueue
from scoring.groups.invitations import invite
from scoring.groups.merging import merge
from scoring.models import Group, Invitation, Job, Membership, Phone, Player, Revision, Session
from scoring.models.revisions import By
from tests.builders.groups import membership, page_source, player, thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import PLAYERS, artem_table, phone
from tests.test_error_pages import check_look

pytestmark = pytest.mark.django_db

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
DELETE = reverse("delete_account")


@pytest.fixture
def group() -> Group:
    """Alice owns it and bob is a member; both are players who met once."""
    group = thursday_group()
    for name in ("alice", "bob"):
        user = User.objects.get(username=name)
        user.set_password(PASSWORD)
        user.save(update_fields=["password"])
    season = season_of(group)
    play_session(group, artem_document(1, 2, names=PLAYERS), league=season.league)
    player(group, "Ida", user=User.objects.get(username="bob"))
    player(group, "Joe", user=User.objects.get(username="alice"))
    return group


def signed_in_anew(name: str) -> Client:
    """Return a client that has just given its password again."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def delete(name: str, **fields: str) -> Any:
    form = {"username": name, "names": "keep", **fields}
    return signed_in_anew(name).post(DELETE, form)


def exists(name: str) -> bool:
    return User.objects.filter(username=name).exists()


@pytest.mark.usefixtures("group")
def test_it_asks_for_the_password_and_for_the_name(client: Client) -> None:
    client.force_login(User.objects.get(username="bob"))
    form = {"username": "bob", "names": "keep"}
    assert "reauthenticate" in client.post(DELETE, form).headers["Location"]
    answer = delete("bob", username="alice")
    assert answer.status_code == 422
    assert "That is not your username. Nothing was deleted." in answer.content.decode()
    assert exists("bob")


@pytest.mark.usefixtures("group")
def test_the_account_is_gone_and_what_was_played_stays() -> None:
    client = signed_in_anew("bob")
    page = client.post(DELETE, {"username": "bob", "names": "keep"})
    assert "Your account has been deleted" in page.content.decode()
    assert not exists("bob")
    assert client.get(reverse("account")).status_code == 302
    ida = Player.objects.get(name="Ida")
    assert (ida.user, ida.hidden, ida.results.count()) == (None, False, 1)
    assert list(Membership.objects.values_list("user__username", flat=True)) == ["alice"]


def test_a_former_player_has_no_name_in_lists_and_is_hidden_outside(group: Group) -> None:
    ida = Player.objects.get(name="Ida")
    Player.objects.filter(pk=ida.pk).update(nickname="Idalie")
    player(group, "A former player")
    merge(source=player(group, "Ida B."), target=ida, at=timezone.now())
    delete("bob", names="remove")
    ida.refresh_from_db()
    assert (ida.name, ida.nickname, ida.hidden) == ("A former player 2", "", True)
    assert not Player.objects.filter(name__startswith="Ida").exists()
    assert ida.results.count() == 1
    alice = signed_in_anew("alice")
    season = alice.get(reverse("season", args=["thursday", "cup", "year"])).content.decode()
    assert "A former player 2" in season
    assert "Ida" not in season
    Group.objects.update(visibility=Group.Visibility.PUBLIC)
    season = Client().get(reverse("season", args=["thursday", "cup", "year"])).content.decode()
    assert "A player" in season
    assert "former" not in season


@pytest.mark.usefixtures("group")
def test_the_last_owner_hands_a_group_over_first() -> None:
    page = page_source(signed_in_anew("alice"), DELETE)
    assert "This group would be left without an owner." in page
    assert f'href="{reverse("people", args=["thursday"])}"' in page
    assert f'href="{reverse("delete_group", args=["thursday"])}"' in page
    assert delete("alice").status_code == 422
    assert exists("alice")


def test_a_second_owner_need_not(group: Group) -> None:
    Membership.objects.filter(user__username="bob").update(role=Membership.Role.OWNER)
    assert delete("alice").status_code == 200
    assert not exists("alice")
    assert membership(group, "bob").role == "owner"


def test_a_group_of_nobody_else_is_deleted_once_that_is_agreed(group: Group) -> None:
    membership(group, "bob").delete()
    page = page_source(signed_in_anew("alice"), DELETE)
    assert "Also delete Thursday, with everything played there" in page
    assert delete("alice").status_code == 422
    assert exists("alice")
    assert delete("alice", with_groups="on").status_code == 200
    assert not Group.objects.exists()
    assert not Session.objects.exists()


def test_a_group_that_was_not_agreed_on_stands_in_the_way(group: Group) -> None:
    membership(group, "bob").delete()
    alice = User.objects.get(username="alice")
    with pytest.raises(CannotDelete):
        delete_account(user=alice, groups=[], remove_names=False, at=timezone.now())
    assert exists("alice")


def test_seats_invitations_and_jobs_end(group: Group) -> None:
    bob = User.objects.get(username="bob")
    quick, of_group = artem_table(), artem_table(group=group)
    code = of_group.code
    client = signed_in_anew("bob")
    client.post(reverse("join", args=[quick.code]))
    client.get(reverse("table", args=[of_group.uuid]))
    watcher = phone(quick)
    enqueue("group-archive", asked_by=bob, arguments={"group": group.pk})
    invite(group=group, by=By(at=timezone.now(), actor=bob), role="member", days=7)
    client.post(DELETE, {"username": "bob", "names": "keep"})
    assert client.get(reverse("table", args=[quick.uuid])).status_code == 404
    assert watcher.get(reverse("table", args=[quick.uuid])).status_code == 200
    assert Phone.objects.filter(session=of_group, hosts=False).count() == 0
    of_group.refresh_from_db()
    assert of_group.code != code
    assert not Invitation.objects.exists()
    assert not Job.objects.exists()


@pytest.mark.usefixtures("group")
def test_what_they_recorded_stays_in_the_history() -> None:
    bob = User.objects.get(username="bob")
    Revision.objects.update(actor=bob)
    number = Revision.objects.count()
    delete("bob")
    assert Revision.objects.filter(actor=None).count() == number


@pytest.mark.usefixtures("group")
def test_a_last_mail_goes_to_a_confirmed_address_alone() -> None:
    for name, verified in (("bob", True), ("carl", False)):
        user, _new = User.objects.get_or_create(username=name)
        user.set_password(PASSWORD)
        user.save(update_fields=["password"])
        address = f"{name}@mail.example"
        EmailAddress.objects.create(user=user, email=address, verified=verified, primary=True)
        assert delete(name).status_code == 200
    assert [each.to for each in mail.outbox] == [["bob@mail.example"]]
    assert "The account bob was deleted" in str(mail.outbox[0].body)


@pytest.mark.usefixtures("group")
def test_the_last_superuser_stays() -> None:
    for name in ("root", "second"):
        User.objects.create_superuser(name, password=PASSWORD)
    assert delete("root").status_code == 200
    answer = delete("second")
    assert answer.status_code == 422
    assert "the only administrator" in answer.content.decode()
    assert exists("second")


@pytest.mark.usefixtures("group")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["account", "change_name", "devices", "delete_account"])
def test_its_pages_look_like_ours(name: str, language: str) -> None:
    for user in ("alice", "bob"):
        client = signed_in_anew(user)
        client.post("/language/", {"language": language})
        page = client.get(reverse(name))
        assert page.status_code == 200
        check_look(page.content.decode())
        assert f'<html lang="{language}"' in page.content.decode()
