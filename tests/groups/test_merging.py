"""What two players have, before they are found to be one; and why they cannot be."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from scoring.groups.merging import preview_merge
from scoring.models import Group, Player
from tests.builders.seasons import FIRST, evening, placed

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def play(group: Group, *names: str, day: int = 0) -> Any:
    document = placed(*range(1, len(names) + 1), names=names, day=FIRST + timedelta(days=day))
    return evening(group, document, league=None)


def player(group: Group, name: str, **more: Any) -> Player:
    found, _new = group.players.update_or_create(name=name, defaults=more)
    return found


def days(group: Group, source: str, target: str) -> tuple[date | None, date | None]:
    both = preview_merge(player(group, source), player(group, target))
    return both["first"], both["last"]


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


SAME = "That is one and the same player."
MET = "These two once sat at one table, so they are two people."
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
