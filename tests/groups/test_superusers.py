"""A superuser who gave the second factor uses the forms of any group, without belonging to it."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Group
from tests.builders.evenings import evening_url, planned
from tests.builders.groups import player, thursday_group, url_of
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.staff import with_second_factor
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

FORMS = ["group_settings", "invite", "people", "players", "import", "leagues", "new_evening"]


@pytest.fixture
def group() -> Group:
    group = thursday_group()
    play_session(group, artem_document(1, 2), league=season_of(group).league)
    return group


@pytest.fixture
def root() -> Client:
    with_second_factor(User.objects.create_superuser("root"))
    return signed_in("root")


@pytest.mark.parametrize("name", [*FORMS, "group", "sessions", "evenings"])
def test_a_superuser_opens_the_pages_of_a_group(group: Group, root: Client, name: str) -> None:
    assert root.get(url_of(name, group)).status_code == 200


def test_a_superuser_changes_a_group(group: Group, root: Client) -> None:
    zoe = player(group, "Zoe")
    root.post(url_of("edit_player", group, zoe.pk), {"name": "Zoé", "nickname": ""})
    zoe.refresh_from_db()
    assert zoe.name == "Zoé"
    member = group.memberships.get(user__username="bob")
    root.post(url_of("member_role", group, member.pk), {"role": "scorekeeper"})
    member.refresh_from_db()
    assert member.role == "scorekeeper"


def test_a_superuser_opens_the_forms_of_an_evening(group: Group, root: Client) -> None:
    assert root.get(evening_url(planned(group), "edit_evening")).status_code == 200


def test_a_page_that_owners_have_is_not_shown_to_a_superuser_as_theirs(
    group: Group, root: Client
) -> None:
    """Pages are kept by role: this one belongs to no member."""
    owners = signed_in("alice").get(url_of("group", group)).headers["ETag"]
    assert root.get(url_of("group", group)).headers["ETag"] != owners


def test_the_results_that_a_superuser_is_led_to_open(group: Group, root: Client) -> None:
    """The result of a table is for its members; that of the group is for all who see it."""
    page = root.get(url_of("sessions", group)).content.decode()
    session = group.sessions.get()
    assert reverse("result", args=[session.uuid]) not in page
    result = url_of("group_result", group, session.uuid)
    assert result in page
    assert root.get(result).status_code == 200


def test_without_the_second_factor_a_superuser_is_a_stranger(group: Group) -> None:
    """As for the admin: only the password lets nobody in."""
    User.objects.create_superuser("root")
    for name in FORMS:
        assert signed_in("root").get(url_of(name, group)).status_code == 404


def test_whoever_is_no_superuser_any_longer_is_a_stranger(group: Group, root: Client) -> None:
    User.objects.filter(username="root").update(is_superuser=False)
    for name in FORMS:
        assert root.get(url_of(name, group)).status_code == 404
