"""Forms of groups, members and players say what they refuse beside the field concerned."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from scoring.groups.forms import free_address, zone_choices
from scoring.groups.merging import merge
from scoring.models import Group, Invitation
from tests.builders.groups import MEMBER, OWNER, player, thursday_group
from tests.builders.tables import signed_in
from tests.pages import fields_beside

pytestmark = pytest.mark.django_db

NEW = {"name": "Mine", "visibility": "members", "time_zone": "Europe/Paris", "language": "fr"}
INVITE = {"role": MEMBER, "days": "7"}
REQUIRED = "This field is required."
NOT_PRINTABLE = "This contains a character that cannot be printed; remove it."


@pytest.fixture
def group() -> Group:
    return thursday_group()


def refused_page(address: str, fields: dict[str, Any]) -> str:
    """Return the page that alice gets back."""
    answer = signed_in("alice").post(address, fields)
    assert answer.status_code == 422
    return answer.content.decode()


# A group

OF_A_GROUP = [
    ({"name": ""}, "name", REQUIRED),
    ({"name": "   "}, "name", REQUIRED),
    ({"name": "a\u202eb"}, "name", NOT_PRINTABLE),
    ({"name": "x" * 61}, "name", "at most 60 characters"),
    ({"slug": "a b"}, "slug", "letters, numbers, underscores or hyphens"),
    ({"slug": "friday"}, "slug", "Another group already has this address."),
    ({"slug": "FRIDAY"}, "slug", "Another group already has this address."),
    ({"visibility": "all"}, "visibility", "Select a valid choice."),
    ({"time_zone": "Mars/Base"}, "time_zone", "Select a valid choice."),
    ({"language": "tlh"}, "language", "Select a valid choice."),
]


@pytest.mark.parametrize("name", ["new_group", "group_settings"])
@pytest.mark.parametrize(("fields", "field", "sentence"), OF_A_GROUP)
def test_what_makes_no_group_is_shown_at_its_field(
    group: Group, name: str, fields: dict[str, str], field: str, sentence: str
) -> None:
    Group.objects.create(name="Friday", slug="friday")
    address = reverse(name, args=[group.slug] if name == "group_settings" else [])
    page = refused_page(address, {**NEW, "slug": "mine", **fields})
    assert fields_beside(page, sentence) == {field}
    assert Group.objects.count() == 2


def test_an_address_is_written_in_small_letters() -> None:
    signed_in("zoe").post(reverse("new_group"), {**NEW, "slug": "MINE"})
    assert Group.objects.get().slug == "mine"


@pytest.mark.parametrize(
    ("taken", "address"),
    [
        ([], "thursday"),
        (["thursday"], "thursday-2"),
        (["thursday", "thursday-2"], "thursday-3"),
        (["thursday", "thursday-3"], "thursday-2"),
        (["thursday-2"], "thursday"),
        (["a-thursday"], "thursday"),
    ],
)
def test_a_free_address_is_the_name_with_the_first_number_that_is_free(
    taken: list[str], address: str
) -> None:
    for slug in taken:
        Group.objects.create(name="Thursday", slug=slug)
    assert free_address("Thursday") == address


@pytest.mark.parametrize(
    ("name", "address"),
    [("x" * 80, "x" * 56), ("a" * 55 + " b", "a" * 55), ("_Thursday-", "thursday"), ("", "group")],
)
def test_a_free_address_leaves_room_for_a_number_and_ends_in_a_word(
    name: str, address: str
) -> None:
    assert free_address(name) == address


def test_zones_are_offered_by_continent_in_words() -> None:
    choices = dict(zone_choices())
    assert choices["UTC"] == "UTC"
    assert ("Europe/Paris", "Paris") in choices["Europe"]
    assert ("America/New_York", "New York") in choices["America"]
    assert ("America/Argentina/Buenos_Aires", "Argentina, Buenos Aires") in choices["America"]


def test_the_name_of_the_group_to_delete_is_shown_at_its_field(group: Group) -> None:
    for typed, sentence in (("Friday", "That is not the group’s name."), ("", REQUIRED)):
        page = refused_page(reverse("delete_group", args=[group.slug]), {"name": typed})
        assert fields_beside(page, sentence) == {"name"}
    assert Group.objects.exists()


# Invitations


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"role": ""}, "role", REQUIRED),
        ({"role": OWNER}, "role", "Select a valid choice."),
        ({"email": "zoe"}, "email", "Enter a valid email address."),
        ({"most": "0"}, "most", "greater than or equal to 1"),
        ({"most": "1001"}, "most", "less than or equal to 1000"),
        ({"most": "x"}, "most", "Enter a whole number."),
        ({"days": "2"}, "days", "Select a valid choice."),
        ({"player": "9999"}, "player", "Select a valid choice."),
    ],
)
def test_what_makes_no_invitation_is_shown_at_its_field(
    group: Group, fields: dict[str, str], field: str, sentence: str
) -> None:
    page = refused_page(reverse("invite", args=[group.slug]), {**INVITE, **fields})
    assert fields_beside(page, sentence) == {field}
    assert not Invitation.objects.exists()


def test_nobody_is_invited_as_a_player_who_is_not_free(group: Group) -> None:
    bob = User.objects.get(username="bob")
    other = Group.objects.create(name="Other", slug="other")
    merged = player(group, "Ana")
    merge(source=merged, target=player(group, "Anna"), at=group.created_at)
    for one in (player(group, "Bob", user=bob), player(other, "Joe"), merged):
        page = refused_page(reverse("invite", args=[group.slug]), {**INVITE, "player": one.pk})
        assert fields_beside(page, "Select a valid choice.") == {"player"}
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("days", [1, 7, 30])
def test_an_invitation_runs_out_when_it_says(group: Group, days: int) -> None:
    fields = {**INVITE, "days": str(days), "most": "3"}
    signed_in("alice").post(reverse("invite", args=[group.slug]), fields)
    invitation = Invitation.objects.get()
    assert (invitation.expires_at - invitation.created_at).days == days
    assert invitation.most == 3


# Players


@pytest.mark.parametrize("name", ["players", "edit_player"])
@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"name": ""}, "name", REQUIRED),
        ({"name": "a\u202eb"}, "name", NOT_PRINTABLE),
        ({"name": "x" * 61}, "name", "at most 60 characters"),
        ({"name": "Joe"}, "name", "The group already has a player with that name."),
        ({"name": " Joe "}, "name", "The group already has a player with that name."),
        ({"name": "Ana"}, "name", "Ana was merged into Anna; undo that merge"),
        ({"nickname": "a\u202eb"}, "nickname", NOT_PRINTABLE),
        ({"nickname": "x" * 61}, "nickname", "at most 60 characters"),
    ],
)
def test_what_is_wrong_with_a_player_is_shown_at_its_field(
    group: Group, name: str, fields: dict[str, str], field: str, sentence: str
) -> None:
    zoe = player(group, "Zoe")
    player(group, "Joe")
    merge(source=player(group, "Ana"), target=player(group, "Anna"), at=group.created_at)
    address = reverse(name, args=[group.slug, *([zoe.pk] if name == "edit_player" else [])])
    page = refused_page(address, {"name": "Yara", "nickname": "", **fields})
    assert fields_beside(page, sentence) == {field}
    zoe.refresh_from_db()
    assert (zoe.name, zoe.nickname) == ("Zoe", "")
    assert group.players.count() == 4


def test_a_player_keeps_their_own_name_and_one_of_another_group_is_free(group: Group) -> None:
    zoe = player(group, "Zoe")
    player(Group.objects.create(name="Other", slug="other"), "Joe")
    address = reverse("edit_player", args=[group.slug, zoe.pk])
    for name in ("Zoe", "Joe"):
        answer = signed_in("alice").post(address, {"name": name, "nickname": " The Fox "})
        assert answer.status_code == 302
        zoe.refresh_from_db()
        assert (zoe.name, zoe.nickname) == (name, "The Fox")


@pytest.mark.parametrize("name", ["players", "edit_player"])
def test_a_name_that_is_taken_meanwhile_is_shown_at_its_field(
    group: Group, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the other player had come between the form's look and the saving."""
    zoe = player(group, "Zoe")
    player(group, "Joe")
    monkeypatch.setattr("scoring.groups.forms.check_player_name", lambda *_: None)
    address = reverse(name, args=[group.slug, *([zoe.pk] if name == "edit_player" else [])])
    page = refused_page(address, {"name": "Joe", "nickname": ""})
    assert fields_beside(page, "The group already has a player with that name.") == {"name"}
