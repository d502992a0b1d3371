"""Merging two players into one: the preview of it, doing it, and undoing it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.groups.merging import (
    CannotMerge,
    CannotUndoMerge,
    MergeRefusal,
    merge,
    preview_merge,
    undo_merge,
)
from scoring.models import Career, Group, Merge, Player, Result
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.upkeep.rescore import group_differences, season_differences
from tests.builders.groups import player
from tests.builders.seasons import FIRST, artem_document, play_session, season_of

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, tzinfo=UTC)
MOST_QUERIES = 61


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def play(group: Group, *names: str, day: int = 0) -> Any:
    document = artem_document(
        *range(1, len(names) + 1), names=names, day=FIRST + timedelta(days=day)
    )
    return play_session(group, document, league=None)


def days(group: Group, source: str, target: str) -> tuple[date | None, date | None]:
    both = preview_merge(player(group, source), player(group, target))
    return both["first"], both["last"]


# The preview


def test_it_says_how_often_and_when_each_played_and_both_together(group: Group) -> None:
    for day in (1, 5):
        play(group, "Ana", "Ben", day=day)
    for day in (3, 4, 2):
        play(group, "Anna", "Ben", day=day)
    both = preview_merge(player(group, "Ana"), player(group, "Anna"))
    ana, anna = both["source"], both["target"]
    assert (ana.player.name, ana.sessions) == ("Ana", 2)
    assert (ana.first, ana.last) == (FIRST + timedelta(days=1), FIRST + timedelta(days=5))
    assert (anna.player.name, anna.sessions) == ("Anna", 3)
    assert (anna.first, anna.last) == (FIRST + timedelta(days=2), FIRST + timedelta(days=4))
    assert both["together"] == 5
    assert (both["first"], both["last"]) == (ana.first, ana.last)


def test_the_first_and_the_last_day_are_of_either(group: Group) -> None:
    play(group, "Ana", "Ben", day=3)
    play(group, "Anna", "Ben", day=8)
    for names in (("Ana", "Anna"), ("Anna", "Ana")):
        assert days(group, *names) == (FIRST + timedelta(days=3), FIRST + timedelta(days=8))


def test_whoever_never_played_brings_no_day(group: Group) -> None:
    play(group, "Ana", "Ben", day=3)
    assert (
        days(group, "Ana", "Zoe") == days(group, "Zoe", "Ana") == (FIRST + timedelta(days=3),) * 2
    )
    assert days(group, "Zoe", "Yan") == (None, None)


def test_it_shows_the_latest_tables_that_they_shared_and_counts_all(group: Group) -> None:
    sessions = [play(group, "Ana", "Ben", day=day) for day in (3, 1, 6, 2, 5, 4)]
    play(group, "Ana", "Cleo", day=9)
    play(group, "Cleo", "Ben", day=9)
    both = preview_merge(player(group, "Ana"), player(group, "Ben"))
    by_day = sorted(sessions, key=lambda session: session.played_on, reverse=True)
    assert both["shared"] == by_day[:5]
    assert both["shared_count"] == 6


SAME = "Choose two different players."
MET = "These two have played at the same table, so they are two people."
BOTH = "Both have an account, so they are two people."
TIED = "This player has an account: merge the other one into this one."


@pytest.mark.parametrize(
    ("source", "target", "why_not"),
    [
        ("Ana", "Ana", SAME),
        ("Ana", "Ben", MET),
        ("Ana", "Zoe", ""),
        ("Tied", "Zoe", TIED),
        ("Zoe", "Tied", ""),
        ("Tied", "Bound", BOTH),
    ],
)
def test_it_says_why_they_cannot_be_one(
    group: Group, source: str, target: str, why_not: str
) -> None:
    play(group, "Ana", "Ben")
    for name in ("Tied", "Bound"):
        player(group, name, user=User.objects.create(username=name))
    assert preview_merge(player(group, source), player(group, target))["why_not"] == why_not


@pytest.mark.parametrize(
    ("source", "target", "hides"),
    [(True, False, True), (True, True, False), (False, True, False), (False, False, False)],
)
def test_it_says_who_will_be_hidden_that_is_not(
    group: Group, source: bool, target: bool, hides: bool
) -> None:
    ana, anna = player(group, "Ana", hidden=source), player(group, "Anna", hidden=target)
    assert preview_merge(ana, anna)["hides"] is hides


# Merging and undoing it


def plays(player: Player) -> tuple[int, int, int]:
    """Return how often the player played by seats, by results and by the career."""
    career = Career.objects.filter(player=player, game="").first()
    results = Result.objects.filter(player=player).count()
    return player.seats.count(), results, career.plays if career else 0


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
    play_session(group, artem_document(1, 2, names=("Ana", "Ben")), league=season.league)
    type(season).objects.update(closed_at=NOW)
    merge(source=player(group, "Ana"), target=player(group, "Anna"), at=NOW)
    season.refresh_from_db()
    assert season.corrected_at == NOW


def refusal_of(source: Player, target: Player) -> MergeRefusal:
    with pytest.raises(CannotMerge) as error:
        merge(source=source, target=target, at=NOW)
    assert not Merge.objects.exists()
    return error.value.refusal


def test_a_player_is_not_merged_into_themself(group: Group) -> None:
    ana = player(group, "Ana")
    assert refusal_of(ana, ana) == MergeRefusal.SAME


def test_a_player_is_not_merged_into_one_of_another_group(group: Group) -> None:
    other = Group.objects.create(name="Other", slug="other")
    assert refusal_of(player(group, "Ana"), player(other, "Ana")) == MergeRefusal.OTHER_GROUP


def test_players_of_no_group_are_not_merged() -> None:
    guests = [Player.objects.create(name=name) for name in ("Ana", "Anna")]
    assert refusal_of(*guests) == MergeRefusal.OTHER_GROUP


def test_two_who_sat_at_one_table_are_not_merged_even_where_it_was_deleted(group: Group) -> None:
    play(group, "Ana", "Cleo")
    lifecycle.delete(session=play(group, "Ana", "Ben"), by=By(at=NOW))
    assert refusal_of(player(group, "Ana"), player(group, "Ben")) == MergeRefusal.MET


def test_two_who_only_met_the_same_people_are_merged(group: Group) -> None:
    play(group, "Ana", "Cleo")
    play(group, "Anna", "Cleo")
    merge(source=player(group, "Ana"), target=player(group, "Anna"), at=NOW)
    assert plays(player(group, "Anna")) == (2, 2, 2)


def test_who_has_an_account_is_not_merged_away(group: Group) -> None:
    user = User.objects.create(username="ana")
    play(group, "Ana", "Ben")
    ana, anna = player(group, "Ana", user=user), player(group, "Anna")
    assert refusal_of(ana, anna) == MergeRefusal.SOURCE_HAS_ACCOUNT
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


@pytest.mark.parametrize("aggregate", ["total", "best"])
def test_it_asks_no_more_for_many_sessions_than_for_few(group: Group, aggregate: str) -> None:
    asked = []
    for number, league in ((3, "short"), (30, "long")):
        season = season_of(group, league=league, aggregate=aggregate, skill=True)
        names = [f"{name} {league}" for name in ("Ana", "Anna", "Ben")]
        for day in range(number):
            on = FIRST + timedelta(days=day)
            pair = (names[0], names[2]) if day % 3 else (names[1], names[2])
            play_session(group, artem_document(1, 2, names=pair, day=on), league=season.league)
        with CaptureQueriesContext(connection) as queries:
            merge(source=player(group, names[0]), target=player(group, names[1]), at=NOW)
        asked.append(len(queries))
        assert season_differences(season) == []
    assert max(asked) <= MOST_QUERIES
    assert group_differences(group) == []
