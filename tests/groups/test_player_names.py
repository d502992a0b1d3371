"""Adding or renaming a player asks whether another player of nearly that name is meant."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Group, Player
from tests.builders.groups import SCOREKEEPER, player, thursday_group, url_of
from tests.builders.tables import signed_in
from tests.pages import fields_beside, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group)


@pytest.fixture
def ben(group: Group) -> Player:
    return player(group, "Ben Braun")


def add(client: Client, group: Group, name: str, **fields: str) -> Any:
    return client.post(url_of("players", group), {"name": name, **fields})


def rename(client: Client, one: Player, name: str, **fields: str) -> Any:
    assert one.group
    return client.post(url_of("edit_player", one.group, one.pk), {"name": name, **fields})


def names() -> list[str]:
    return sorted(Player.objects.names())


@pytest.mark.usefixtures("ben")
@pytest.mark.parametrize("typed", ["ben braun", "Bén  Braun"])
def test_a_player_is_not_added_again_in_another_spelling(
    alice: Client, group: Group, typed: str
) -> None:
    page = add(alice, group, typed).content.decode()
    assert fields_beside(page, "The group already has a player called Ben Braun.") == {"name"}
    assert names() == ["Ben Braun"]


@pytest.mark.usefixtures("ben")
def test_a_new_player_with_nearly_a_players_name_is_asked_about(
    alice: Client, group: Group
) -> None:
    page = add(alice, group, "Ben Braum", nickname="Bee")
    assert page.status_code == 422
    assert "Is this Ben Braun? Yes, Ben Braun No, someone new" in words(page.content.decode())
    assert 'value="Bee"' in page.content.decode()
    assert add(alice, group, "Ben Braum", **{"meant-name": "Ben Braun"}).status_code == 302
    assert names() == ["Ben Braun"]
    assert add(alice, group, "Ben Braum", somebody_new="Ben Braum").status_code == 302
    assert names() == ["Ben Braum", "Ben Braun"]


def test_a_player_who_is_renamed_to_nearly_anothers_name_is_asked_about(
    alice: Client, group: Group, ben: Player
) -> None:
    zoe = player(group, "Zoe")
    assert "Is this Ben Braun?" in words(rename(alice, zoe, "Ben Braum").content.decode())
    merging = rename(alice, zoe, "Ben Braum", **{"meant-name": "Ben Braun"})
    assert merging["Location"].endswith(f"?source={zoe.pk}&target={ben.pk}")
    page = rename(alice, zoe, "ben braun").content.decode()
    assert fields_beside(page, "The group already has a player called Ben Braun.") == {"name"}
    assert names() == ["Ben Braun", "Zoe"]
    assert rename(alice, zoe, "Ben Braum", somebody_new="Ben Braum").status_code == 302
    assert names() == ["Ben Braum", "Ben Braun"]


@pytest.mark.usefixtures("ben")
def test_who_may_not_merge_players_is_told_who_can(group: Group) -> None:
    keeper, zoe = signed_in("kim", group, SCOREKEEPER), player(group, "Zoe")
    page = rename(keeper, zoe, "Ben Braum", **{"meant-name": "Ben Braun"}).content.decode()
    assert "Only an owner of the group can merge two players." in words(page)
    assert names() == ["Ben Braun", "Zoe"]


@pytest.mark.parametrize("name", ["BEN BRAUN", "Ben Braum", "Ben Braun"])
def test_a_players_own_name_is_corrected_without_a_question(
    alice: Client, ben: Player, name: str
) -> None:
    assert rename(alice, ben, name).status_code == 302
    assert names() == [name]
