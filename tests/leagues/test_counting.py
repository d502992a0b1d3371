"""The worker recalculates a season with many sessions: readers see the standings as before, then
the new ones, and nobody waits. Sums are in 840ths."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.background.jobs import run_ready_jobs
from scoring.leagues import counting, leagues
from scoring.leagues.counting import count_all, recalculate_season
from scoring.leagues.jobs import ask_to_count
from scoring.models import Group, Job, Season, Session, Tally
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.totals import player_days
from scoring.totals.player_days import read_wrong_days
from scoring.totals.standings import SeasonResults, read_results
from scoring.upkeep.rescore import differences, repair, season_differences
from tests.builders.seasons import FIRST, season_of
from tests.builders.standings_pages import html_of, play_ranks, season_url
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

SETTINGS: dict[str, Any] = {
    "name": "Year",
    "slug": "year",
    "starts_on": "2026-01-01",
    "ends_on": "2026-12-31",
    "games": ["artem"],
    "scheme": "beaten",
    "podium": "5 3 2 1",
    "aggregate": "total",
    "best": "10",
    "minimum": "1",
    "save": "1",
}
COUNTED_ANEW = "these standings are being recalculated"
STEPS = range(1, 6)  # three that move two sessions each, and one for each of two players
RACE_FOLLOWS = "the race chart will be updated in a moment"


@pytest.fixture
def season(monkeypatch: pytest.MonkeyPatch) -> Season:
    """Ana won on six days, of which the season has the first four; too many to count at once."""
    group = Group.objects.create(name="Thursday", slug="thursday", visibility="public")
    season = season_of(group, games=["artem"], ends_on=FIRST + timedelta(days=3))
    for day in range(6):
        play_ranks(season, 1, 2, day=day)
    monkeypatch.setattr(leagues, "FEW_SESSIONS", 5)
    monkeypatch.setattr(counting, "BATCH", 2)
    monkeypatch.setattr(counting, "RESULTS", 1)  # one player after the other
    monkeypatch.setattr(counting, "DAYS", 5)
    return Season.objects.select_related("league__group").get()


def wins(season: Season) -> dict[str, int]:
    return dict(Tally.objects.filter(season=season, game="").values_list("player__name", "sum"))


def test_a_result_that_comes_while_new_rules_are_saved_counts_by_them(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow reads happen before the season is locked."""

    reads: list[SeasonResults] = []

    def then_a_result_comes(of: Season) -> SeasonResults:
        reads.append(read_results(of))
        if len(reads) == 1:
            play_ranks(season, 2, 1)
        return reads[-1]

    monkeypatch.setattr(leagues, "read_results", then_a_result_comes)
    season.scheme = "podium"
    leagues.settle(season=season)
    assert wins(season) == {"Ana": (4 * 5 + 3) * 840, "Ben": (4 * 3 + 5) * 840}


def test_new_rules_read_the_results_once_and_before_the_season_is_locked(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_inside: list[bool] = []

    def read(of: Season) -> SeasonResults:
        read_inside.append(len(connection.savepoint_ids) > outside)
        return read_results(of)

    outside = len(connection.savepoint_ids)
    monkeypatch.setattr(leagues, "read_results", read)
    season.scheme = "podium"
    leagues.settle(season=season)
    assert read_inside == [False]
    assert wins(season) == {"Ana": 4 * 5 * 840, "Ben": 4 * 3 * 840}


def extend(season: Season, days: int) -> None:
    season.ends_on = FIRST + timedelta(days=days)
    leagues.settle(season=season)


def assert_is_exact(season: Season) -> None:
    season.refresh_from_db()
    assert not season.is_being_counted
    assert season_differences(season) == []
    for session in Session.objects.all():
        assert differences(session.pk) == []


def test_other_days_count_once_the_worker_has_moved_the_sessions(season: Season) -> None:
    alice = signed_in("alice", season.league.group, "owner")
    before = html_of(season_url(season))
    answer = alice.post("/g/thursday/league/cup/year/", SETTINGS)
    job = Job.objects.get()
    assert answer.headers["Location"] == f"/jobs/{job.pk}/"
    assert wins(season) == {"Ana": 4 * 840, "Ben": 0}
    shown = html_of(season_url(season))
    assert COUNTED_ANEW in shown
    assert COUNTED_ANEW not in before
    run_ready_jobs()
    job = Job.objects.get()
    assert (job.failed, job.sentences) == (False, ["The standings of Year are up to date."])
    assert job.link == season_url(season)
    assert wins(season) == {"Ana": 6 * 840, "Ben": 0}
    assert COUNTED_ANEW not in html_of(season_url(season))
    assert_is_exact(season)


def test_the_page_of_its_job_says_how_far_it_is(season: Season) -> None:
    """First in sessions of the league, two at once; then in players, one after the other."""
    steps: list[tuple[int, int]] = []
    season.scheme, season.ends_on = "podium", FIRST + timedelta(days=5)
    leagues.settle(season=season)
    recalculate_season(season, lambda done, total: steps.append((done, total)))
    assert steps == [(2, 6), (4, 6), (6, 6), (1, 2), (2, 2)]


def test_other_rules_show_at_once_and_the_race_follows(season: Season) -> None:
    season.scheme = "podium"
    leagues.settle(season=season)
    assert wins(season) == {"Ana": 4 * 5 * 840, "Ben": 4 * 3 * 840}
    shown = html_of(season_url(season))
    assert RACE_FOLLOWS in shown
    assert '<svg class="chart' not in shown
    recalculate_season(season)
    assert RACE_FOLLOWS not in html_of(season_url(season))
    assert_is_exact(season)


def test_what_changes_neither_days_nor_rules_is_not_counted(season: Season) -> None:
    season.name = "Spring"
    leagues.settle(season=season)
    assert ask_to_count(season, asked_by=User.objects.create(username="alice")) is None


def test_a_league_of_a_few_sessions_is_counted_at_once(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leagues, "FEW_SESSIONS", 6)
    extend(season, 4)
    assert wins(season) == {"Ana": 5 * 840, "Ben": 0}
    assert_is_exact(season)


class _KilledError(Exception):
    pass


@pytest.mark.parametrize("step", STEPS)
def test_what_a_killed_worker_left_is_done_by_the_next(season: Season, step: int) -> None:
    steps: list[int] = []

    def stop_at(done: int, _total: int) -> None:
        steps.append(done)
        if len(steps) == step:
            raise _KilledError

    extend(season, 5)
    with pytest.raises(_KilledError):
        recalculate_season(season, stop_at)
    season.refresh_from_db()
    assert season.is_being_counted
    assert count_all() == 1
    assert wins(season) == {"Ana": 6 * 840, "Ben": 0}
    assert_is_exact(season)


def test_days_that_a_killed_worker_wrote_in_part_are_written_by_the_next(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def save_once(days: dict[Any, Any]) -> None:
        if written:
            raise _KilledError
        player_days.save_days(days)
        written.append(len(days))

    season.scheme = "podium"
    leagues.settle(season=season)
    with monkeypatch.context() as patched:
        patched.setattr(counting, "save_days", save_once)
        with pytest.raises(_KilledError):
            recalculate_season(season)
    assert written == [5]
    recalculate_season(season)
    assert_is_exact(season)


@pytest.mark.parametrize("times", [1, counting.ATTEMPTS])
@pytest.mark.parametrize("aggregate", ["total", "best"])
def test_days_are_read_again_if_a_result_came_in_between(
    season: Season, monkeypatch: pytest.MonkeyPatch, times: int, aggregate: str
) -> None:
    """And in the end with the season locked, so that results cannot go on coming for ever."""
    reads: list[int] = []

    def play_after_reading(of: Season, players: list[int]) -> dict[Any, Any]:
        wrong = read_wrong_days(of, players)
        reads.append(len(wrong))
        if len(reads) <= times:
            play_ranks(season, 2, 1, day=2)
        return wrong

    season.scheme, season.aggregate = "podium", aggregate
    leagues.settle(season=season)
    monkeypatch.setattr(counting, "read_wrong_days", play_after_reading)
    recalculate_season(season)
    assert len(reads) == times + len(wins(season))
    assert_is_exact(season)


def test_days_of_all_players_are_written_with_a_few_statements(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    def statements(scheme: str) -> int:
        season.scheme = scheme
        leagues.settle(season=season)
        with CaptureQueriesContext(connection) as asked:
            recalculate_season(season)
        return len(asked)

    monkeypatch.setattr(counting, "RESULTS", 1_000)
    monkeypatch.setattr(counting, "DAYS", 1_000)
    two_players = statements("podium")
    play_ranks(season, 1, 2, 3, 4)
    assert statements("wins") == two_players


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("aggregate", ["total", "best"])
def test_what_is_recorded_meanwhile_counts(season: Season, step: int, aggregate: str) -> None:
    steps: list[int] = []

    def play_at(done: int, _total: int) -> None:
        steps.append(done)
        if len(steps) == step:
            play_ranks(season, 2, 1, day=2)

    season.aggregate = aggregate
    extend(season, 5)
    recalculate_season(season, play_at)
    assert wins(season) == {"Ana": 6 * 840, "Ben": 840}
    assert_is_exact(season)


@pytest.mark.parametrize("step", STEPS)
def test_a_season_that_is_changed_meanwhile_is_counted_from_the_start(
    season: Season, step: int
) -> None:
    steps: list[int] = []

    def settle_at(done: int, _total: int) -> None:
        steps.append(done)
        if len(steps) == step:
            again = Season.objects.select_related("league").get(pk=season.pk)
            again.scheme = "wins"
            extend(again, 1)

    season.scheme = "podium"
    extend(season, 5)
    recalculate_season(season, settle_at)
    assert wins(season) == {"Ana": 2 * 840, "Ben": 0}
    assert_is_exact(season)


def test_days_that_went_to_another_season_count_there_whichever_is_counted_first(
    season: Season,
) -> None:
    extend(season, 1)
    later = Season(
        league=season.league,
        name="Later",
        slug="later",
        starts_on=FIRST + timedelta(days=2),
        ends_on=date(2026, 12, 31),
    )
    leagues.settle(season=later, games=["artem"])
    recalculate_season(later)
    assert wins(later) == {"Ana": 4 * 840, "Ben": 0}
    recalculate_season(season)
    assert wins(season) == {"Ana": 2 * 840, "Ben": 0}
    assert_is_exact(season)
    assert_is_exact(later)


def test_a_season_that_was_deleted_meanwhile_is_told(season: Season) -> None:
    extend(season, 5)
    alice = User.objects.create(username="alice")
    assert ask_to_count(season, asked_by=alice) is not None
    leagues.remove(season=season)
    run_ready_jobs()
    job = Job.objects.get()
    assert (job.failed, job.sentences) == (True, ["This season was deleted."])


def test_a_season_that_is_deleted_in_the_middle_is_left_alone(season: Season) -> None:
    extend(season, 5)

    def remove(_done: int, _total: int) -> None:
        for each in Season.objects.all():
            leagues.remove(season=each)

    recalculate_season(season, remove)
    assert not Season.objects.exists()


def test_the_request_asks_as_much_of_the_database_however_long_the_season_is(
    season: Season,
) -> None:
    def queries(scheme: str, days: int) -> int:
        season.scheme = scheme
        with CaptureQueriesContext(connection) as asked:
            extend(season, days)
        recalculate_season(season)
        return len(asked)

    short = queries("podium", 5)
    for day in range(6, 40):
        play_ranks(season, 1, 2, day=day)
    assert queries("wins", 39) <= short


def test_a_player_page_leaves_out_a_course_that_is_being_counted(season: Season) -> None:
    ana = season.league.group.players.get(name="Ana")
    address = f"/g/thursday/player/{ana.pk}/"
    assert "Best game day" in html_of(address, Client())
    season.scheme = "podium"
    leagues.settle(season=season)
    assert "Best game day" not in html_of(address, Client())


def test_rescore_counts_first_and_finds_nothing_wrong(season: Season) -> None:
    extend(season, 5)
    call_command("rescore", "--check")
    extend(season, 2)
    assert repair(Session.objects.all()) == 0
    assert wins(season) == {"Ana": 3 * 840, "Ben": 0}


@pytest.mark.parametrize("moved", [False, True])
def test_a_session_that_is_deleted_meanwhile_counts_for_no_season(
    season: Season, moved: bool
) -> None:
    """Until then it counts as its results were stored, whatever the days say by now."""
    extend(season, 1)
    if moved:
        with pytest.raises(_KilledError):
            recalculate_season(season, _stop)
    last = Session.objects.order_by("pk")[3]
    lifecycle.delete(session=last, by=By(at=timezone.now()))
    recalculate_season(season)
    assert wins(season) == {"Ana": 2 * 840, "Ben": 0}
    assert_is_exact(season)


def _stop(done: int, _total: int) -> None:
    if done == 4:
        raise _KilledError


def test_a_season_of_a_league_without_sessions_is_saved_without_counting() -> None:
    group = Group.objects.create(name="Friday", slug="friday")
    with CaptureQueriesContext(connection) as asked:
        season = season_of(group)
    assert not Season.objects.being_counted().filter(pk=season.pk).exists()
    assert len(asked) <= 26
