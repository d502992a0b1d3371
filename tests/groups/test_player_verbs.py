"""The verbs of a group's players: who is merged into whom, and what becomes of what they had."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from scoring.groups.merging import CannotMerge, CannotUndoMerge, MergeRefusal, merge, undo_merge
from scoring.groups.players import add_player, update_player
from scoring.models import Career, Group, Merge, Player, Result
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.upkeep.rescore import group_differences
from tests.builders.seasons import evening, placed, season_of

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def play(group: Group, *names: str) -> Any:
    return evening(group, placed(1, 2, names=names), league=None)


def player(group: Group, name: str, **more: Any) -> Player:
    found, _new = group.players.update_or_create(name=name, defaults=more)
    return found


def plays(player: Player) -> tuple[int, int, int]:
    """By seats, by results and by what is added up."""
    career = Career.objects.filter(player=player, game="").first()
    results = Result.objects.filter(player=player).count()
    return player.seats.count(), results, career.plays if career else 0


# Merging


def test_all_that_was_the_sources_is_the_targets(group: Group) -> None:
    for names in (("Ana", "Ben"), ("Ana", "Cleo"), ("Anna", "Ben")):
        play(group, *names)
    ana, anna, alice = (player(group, name) for name in ("Ana", "Anna", "Alice"))
    actor = User.objects.create(username="alice")
    merged = merge(source=ana, target=anna, at=NOW, actor=actor)
    assert (plays(ana), plays(anna), plays(alice)) == ((0, 0, 0), (3, 3, 3), (0, 0, 0))
    assert (merged.source, merged.target, merged.at, merged.actor) == (ana, anna, NOW, actor)
    assert merged.seats.count() == 2
    assert sorted(anna.seats.values_list("name", flat=True)) == ["Ana", "Ana", "Anna"]
    assert group_differences(group) == []


def test_undone_it_is_as_before(group: Group) -> None:
    for names in (("Ana", "Ben"), ("Anna", "Ben"), ("Anna", "Cleo")):
        play(group, *names)
    ana, anna = player(group, "Ana"), player(group, "Anna")
    undo_merge(merge(source=ana, target=anna, at=NOW), at=NOW)
    assert (plays(ana), plays(anna)) == ((1, 1, 1), (2, 2, 2))
    assert not Merge.objects.exists()
    assert group_differences(group) == []


def test_a_closed_season_says_when_a_merge_corrected_it(group: Group) -> None:
    season = season_of(group)
    evening(group, placed(1, 2, names=("Ana", "Ben")), league=season.league)
    type(season).objects.update(closed_at=NOW)
    merge(source=player(group, "Ana"), target=player(group, "Anna"), at=NOW)
    season.refresh_from_db()
    assert season.corrected_at == NOW


def refused(source: Player, target: Player) -> MergeRefusal:
    with pytest.raises(CannotMerge) as error:
        merge(source=source, target=target, at=NOW)
    assert not Merge.objects.exists()
    return error.value.refusal


def test_a_player_is_not_merged_into_themself(group: Group) -> None:
    ana = player(group, "Ana")
    assert refused(ana, ana) == MergeRefusal.SAME


def test_a_player_is_not_merged_into_one_of_another_group(group: Group) -> None:
    other = Group.objects.create(name="Other", slug="other")
    assert refused(player(group, "Ana"), player(other, "Ana")) == MergeRefusal.OTHER_GROUP


def test_players_of_no_group_are_not_merged() -> None:
    guests = [Player.objects.create(name=name) for name in ("Ana", "Anna")]
    assert refused(*guests) == MergeRefusal.OTHER_GROUP


def test_two_who_sat_at_one_table_are_not_merged_even_where_it_was_deleted(group: Group) -> None:
    play(group, "Ana", "Cleo")
    lifecycle.delete(session=play(group, "Ana", "Ben"), by=By(at=NOW))
    assert refused(player(group, "Ana"), player(group, "Ben")) == MergeRefusal.MET


def test_two_who_only_met_the_same_people_are_merged(group: Group) -> None:
    play(group, "Ana", "Cleo")
    play(group, "Anna", "Cleo")
    merge(source=player(group, "Ana"), target=player(group, "Anna"), at=NOW)
    assert plays(player(group, "Anna")) == (2, 2, 2)


def test_who_has_an_account_is_not_merged_away(group: Group) -> None:
    user = User.objects.create(username="ana")
    play(group, "Ana", "Ben")
    ana, anna = player(group, "Ana", user=user), player(group, "Anna")
    assert refused(ana, anna) == MergeRefusal.SOURCE_HAS_ACCOUNT
    merge(source=anna, target=ana, at=NOW)


def test_the_same_merge_again_is_the_one_before(group: Group) -> None:
    play(group, "Ana", "Ben")
    ana, anna = player(group, "Ana"), player(group, "Anna")
    first = merge(source=ana, target=anna, at=NOW)
    assert merge(source=ana, target=anna, at=NOW) == first
    assert merge(source=ana, target=player(group, "Cleo"), at=NOW) != first


@pytest.mark.parametrize(
    ("source", "target", "both"),
    [
        ({"hidden": True}, {}, (True, "")),
        ({}, {"hidden": True}, (True, "")),
        ({"nickname": "Fox"}, {}, (False, "Fox")),
        ({"nickname": "Fox"}, {"nickname": "Cat"}, (False, "Cat")),
        ({}, {"nickname": "Cat"}, (False, "Cat")),
        ({}, {}, (False, "")),
        ({"hidden": True, "nickname": "Fox"}, {"nickname": "Cat"}, (True, "Cat")),
    ],
)
def test_what_either_hid_stays_hidden(
    group: Group, source: dict[str, Any], target: dict[str, Any], both: tuple[bool, str]
) -> None:
    ana, anna = player(group, "Ana", **source), player(group, "Anna", **target)
    merge(source=ana, target=anna, at=NOW)
    anna.refresh_from_db()
    ana.refresh_from_db()
    assert (anna.hidden, anna.nickname) == both
    assert (ana.hidden, ana.nickname) == (source.get("hidden", False), source.get("nickname", ""))


def test_a_merge_is_undone_after_the_later_ones_that_took_its_seats_on(group: Group) -> None:
    play(group, "Ana", "Ben")
    ana, anna, annie = (player(group, name) for name in ("Ana", "Anna", "Annie"))
    first = merge(source=ana, target=anna, at=NOW)
    second = merge(source=anna, target=annie, at=NOW)
    with pytest.raises(CannotUndoMerge):
        undo_merge(first, at=NOW)
    assert plays(annie) == (1, 1, 1)
    undo_merge(second, at=NOW)
    undo_merge(first, at=NOW)
    assert plays(ana) == (1, 1, 1)


# Names


def test_a_player_is_added_to_the_group(group: Group) -> None:
    assert add_player(group=group, name="Ana") == group.players.get(name="Ana")


def test_only_what_is_said_of_a_player_changes(group: Group) -> None:
    ana, ben = player(group, "Ana", nickname="Fox"), player(group, "Ben")
    update_player(player=ana, hidden=True)
    update_player(player=ana)
    ana.refresh_from_db()
    ben.refresh_from_db()
    assert (ana.name, ana.nickname, ana.hidden) == ("Ana", "Fox", True)
    assert (ben.name, ben.hidden) == ("Ben", False)


def test_a_new_name_decides_where_all_else_is_level(group: Group) -> None:
    season = season_of(group, minimum=2)  # below it the order is by name
    evening(group, placed(1, 1, names=("Ana", "Ben")), league=season.league)
    update_player(player=player(group, "Ana"), name="Zoe")
    lines = season.tallies.filter(game="").order_by("position")
    assert [line.player.name for line in lines.select_related("player")] == ["Ben", "Zoe"]
    season.refresh_from_db()
    version = season.version
    update_player(player=player(group, "Ben"))
    season.refresh_from_db()
    assert season.version == version
