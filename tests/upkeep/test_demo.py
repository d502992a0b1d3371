"""`manage.py demo` makes a group with two years of sessions, the same for the same seed."""

from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count

from scoring.documents.scorer import dump_document
from scoring.evenings.tonight import sessions_of, tonight
from scoring.models import Answer, Group, Player, Result, Season, Session, Tally
from scoring.models.sessions import SessionQuerySet
from scoring.registry import installed_games
from scoring.upkeep.demo import Plan, finished_games
from scoring.upkeep.rescore import differences, group_differences, season_differences
from scoring.web.group_access import Guest
from tests.builders.revisions import documents_of, exported

TODAY = date(2026, 5, 20)
SESSIONS = 120

pytestmark = pytest.mark.django_db


def make_demo(**options: Any) -> Group:
    fields = {"sessions": SESSIONS, "today": TODAY, **options}
    call_command("demo", verbosity=0, **fields)
    return Group.objects.get(slug=fields.get("group", "demo"))


@pytest.fixture(scope="module")
def demo(rows_of_module: None) -> Group:  # noqa: ARG001
    return make_demo()


@pytest.fixture
def group(demo: Group) -> Group:
    return Group.objects.get(pk=demo.pk)


def documents(sessions: SessionQuerySet) -> list[dict[str, Any]]:
    return list(exported(sessions))


def test_it_makes_a_public_group_whose_sessions_are_all_finished(group: Group) -> None:
    assert group.visibility == Group.Visibility.PUBLIC
    assert group.sessions.count() == SESSIONS
    assert not group.sessions.filter(finished_at=None).exists()
    played = group.sessions.values_list("game", flat=True)
    assert set(played) == set(installed_games())
    assert 16 <= group.players.count() <= 20


def test_its_sessions_are_what_the_rules_say(group: Group) -> None:
    assert [
        difference
        for pk in group.sessions.values_list("pk", flat=True)
        for difference in differences(pk)
    ] == []
    assert group_differences(group) == []
    for season in Season.objects.all():
        assert season_differences(season) == []


def test_it_plays_several_games_an_evening_up_to_yesterday(group: Group) -> None:
    nights = group.sessions.values("played_on").annotate(games=Count("pk")).order_by("played_on")
    assert all(night["games"] >= 2 for night in nights)
    assert nights.last() == {"played_on": TODAY - timedelta(days=1), "games": 4}


@pytest.mark.usefixtures("group")
def test_it_has_a_closed_season_that_was_corrected_and_one_that_runs() -> None:
    over, running = Season.objects.order_by("starts_on")
    assert (over.name, running.name) == ("2025", "2026")
    assert over.closed_at is not None
    assert over.corrected_at is not None
    assert over.corrected_at > over.closed_at
    assert running.closed_at is None
    assert (over.skill, running.skill, running.skill_is_stale) == (False, True, False)
    assert over.sessions + running.sessions == SESSIONS


def test_the_history_of_what_was_corrected_says_so(group: Group) -> None:
    corrected = group.sessions.filter(revision=2)
    assert corrected.count() >= 3
    for session in corrected:
        second = session.revisions.get(number=2)
        assert second.action == "names-put-right"
        before, after = documents_of(session)
        assert before["players"] == after["players"]
        assert before != after


def test_somebody_is_hidden_some_have_nicknames_and_some_are_unranked(group: Group) -> None:
    assert group.players.filter(hidden=True).count() == 1
    assert group.players.exclude(nickname="").count() == 5
    assert Tally.objects.filter(season__name="2026", game="", rank=None).count() >= 1
    assert Result.objects.filter(sharing__gt=1).exists()


def test_two_runs_of_one_seed_play_the_same(group: Group) -> None:
    before = documents(group.sessions.in_order())
    again = make_demo(replace=True)
    assert again != group
    assert documents(again.sessions.in_order()) == before


def test_another_seed_plays_something_else() -> None:
    first, second = (
        [
            dump_document(evening.document)
            for evening in finished_games(Plan(today=TODAY, sessions=9, seed=seed))
        ]
        for seed in (1, 2)
    )
    assert first != second


def test_it_has_the_last_evening_with_its_ranking_and_the_next_one(group: Group) -> None:
    last, following = group.evenings.order_by("starts_at")
    assert (last.day, following.day) == (TODAY - timedelta(days=1), TODAY + timedelta(days=5))
    finished = sessions_of(last)
    assert len(finished) == 4
    seats = {name for one in finished for name in one.seats.names()}
    assert {answer.name for answer in Answer.objects.filter(evening=last).here()} == seats
    ranked = tonight(last, Guest(group, None, None)).standings
    assert sum(row.plays for row in ranked) == sum(len(one.seats.names()) for one in finished)
    said = Counter(following.answers.values_list("coming", flat=True))
    assert {*said} == {"yes", "maybe", "no"}
    assert said["yes"] > said["maybe"]
    assert not following.answers.exclude(here_at=None).exists()


def test_its_evenings_stay_as_they_are_when_it_is_there(group: Group) -> None:
    before = list(Answer.objects.order_by("pk").values())
    with pytest.raises(CommandError):
        make_demo(today=TODAY + timedelta(days=30))
    assert list(Answer.objects.order_by("pk").values()) == before
    assert group.evenings.count() == 2


@pytest.mark.usefixtures("group")
def test_who_is_better_is_more_often_ahead() -> None:
    shares = [tally.sum / tally.plays for tally in Tally.objects.filter(game="", plays__gte=8)]
    assert max(shares) > 1.5 * min(shares)


def test_it_leaves_a_group_alone_that_is_there(group: Group) -> None:
    with pytest.raises(CommandError, match="There is already a group at “demo”"):
        make_demo()
    assert Group.objects.get() == group


@pytest.mark.usefixtures("group")
def test_it_replaces_a_group_with_all_that_hangs_on_it() -> None:
    make_demo(replace=True, sessions=5)
    assert Group.objects.count() == 1
    assert Session.objects.count() == 5
    assert not Player.objects.exclude(group=Group.objects.get()).exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 3}, "Give from 12 to 50 players"),
        ({"sessions": 0}, "Give at least one session"),
    ],
)
def test_it_refuses_a_plan_that_it_cannot_fill(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        make_demo(group="other", **options)
    assert not Group.objects.filter(slug="other").exists()
