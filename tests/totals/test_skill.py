"""Skill (L-8): figures of OpenSkill's Plackett-Luce with its defaults, each taken down once."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.leagues import leagues
from scoring.models import Group, Result, Season, Session, Tally
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.totals import skill as skill_module
from scoring.totals.skill import Rating, refresh, refresh_all, wrong_checkpoints
from scoring.upkeep.duties import tend
from scoring.upkeep.rescore import season_differences
from tests.builders.seasons import FIRST, artem_document, play_session, season_of

pytestmark = pytest.mark.django_db

WON, LOST = (1, 2), (2, 1)  # what Ana did against Ben
ONE_WIN = {"Ana": (27.635, 8.066), "Ben": (22.365, 8.066)}
WIN_THEN_LOSS = {"Ana": (24.589, 7.823), "Ben": (25.411, 7.823)}
LOSS_THEN_WIN = {"Ana": (25.411, 7.823), "Ben": (24.589, 7.823)}


@pytest.fixture
def season() -> Season:
    return season_of(Group.objects.create(name="Thursday", slug="thursday"), skill=True)


def play(season: Season, *ranks: int, day: int = 0, at: datetime | None = None) -> Session:
    document = artem_document(*ranks, day=FIRST + timedelta(days=day))
    return play_session(season.league.group, document, league=season.league, at=at)


def is_stale(season: Season) -> bool:
    season.refresh_from_db()
    return season.skill_is_stale


def skill(season: Season) -> dict[str, tuple[float, float]]:
    """Of each player, mu and sigma as a reader of the page has them."""
    season.refresh_from_db()
    refresh(season)
    rows = Tally.objects.in_order().filter(season=season)
    return {
        name: (round(mu, 3), round(sigma, 3))
        for name, mu, sigma in rows.values_list("player__name", "mu", "sigma")
        if mu is not None and sigma is not None
    }


@pytest.mark.parametrize(
    ("mu", "sigma", "shown"),
    [
        pytest.param(25.0, 25 / 3, 0.0, id="nothing is known of them"),
        pytest.param(30.0, 2.0, 24.0, id="three sigma below mu"),
        pytest.param(27.635, 8.066, 3.4, id="after one win"),
        pytest.param(22.365, 8.066, -1.8, id="after one loss"),
    ],
)
def test_what_is_shown_is_sure_to_three_sigma(mu: float, sigma: float, shown: float) -> None:
    assert Rating(mu, sigma).ordinal == shown


def test_a_win_raises_and_a_loss_lowers(season: Season) -> None:
    play(season, *WON)
    assert skill(season) == ONE_WIN


def test_a_tie_leaves_both_where_they_were_and_is_more_sure(season: Season) -> None:
    play(season, 1, 1)
    assert skill(season) == {"Ana": (25.0, 8.066), "Ben": (25.0, 8.066)}


def test_sessions_go_on_from_what_was_known(season: Season) -> None:
    play(season, *WON)
    play(season, *LOST, day=1)
    assert not is_stale(season)
    assert skill(season) == WIN_THEN_LOSS


def test_who_did_not_play_stays_as_they_were(season: Season) -> None:
    play(season, *WON)
    play(season, 0, 0, 1, 2, day=1)
    assert skill(season) == {
        **ONE_WIN,
        "Cleo": (27.635, 8.066),
        "Dov": (22.365, 8.066),
    }


def test_a_session_that_came_in_between_is_worked_out_on_its_day(season: Season) -> None:
    play(season, *WON, day=5)
    play(season, *LOST, day=1)
    assert is_stale(season)
    version = season.version
    assert skill(season) == LOSS_THEN_WIN
    assert not is_stale(season)
    assert season.version > version, "its page is another one"


def test_what_follows_one_in_between_waits_until_it_is_worked_out(season: Season) -> None:
    play(season, *WON, day=5)
    play(season, *WON, day=1)
    play(season, *LOST, day=9)
    assert is_stale(season)
    assert skill(season) == {"Ana": (26.348, 7.613), "Ben": (23.652, 7.613)}


def test_a_removed_session_is_as_if_it_had_not_been_played(season: Season) -> None:
    loss = play(season, *LOST)
    play(season, *WON, day=1)
    lifecycle.delete(session=loss, by=By(at=timezone.now()))
    assert is_stale(season)
    assert skill(season) == ONE_WIN


@pytest.mark.parametrize("later_first", [False, True])
def test_sessions_of_a_day_are_ordered_by_when_they_were_over(
    season: Season, later_first: bool
) -> None:
    moments = [(WON, 20), (LOST, 22)]
    for ranks, hour in reversed(moments) if later_first else moments:
        play(season, *ranks, at=datetime(2026, 1, 1, hour, tzinfo=UTC))
    assert is_stale(season) is later_first
    assert skill(season) == WIN_THEN_LOSS


def test_sessions_over_at_one_moment_are_ordered_as_they_were_recorded(season: Season) -> None:
    at = datetime(2026, 1, 1, 20, tzinfo=UTC)
    for ranks in (WON, LOST):
        play(season, *ranks, at=at)
    assert not is_stale(season)
    assert skill(season) == WIN_THEN_LOSS
    leagues.recount(season=season)
    assert skill(season) == WIN_THEN_LOSS


def test_a_correction_that_changes_no_rank_leaves_skill_as_it_is(season: Season) -> None:
    first = play(season, *WON)
    play(season, *WON, day=1)
    before = skill(season)
    twice_as_many = artem_document(1, 3).state
    recording.record(
        session=first, change=lambda _: twice_as_many, action="x", by=By(at=timezone.now())
    )
    assert Result.objects.get(session=first, rank=2).points == 3
    assert not is_stale(season)
    assert skill(season) == before


def test_a_season_that_shows_no_skill_works_none_out() -> None:
    season = season_of(Group.objects.create(name="Friday", slug="friday"))
    play(season, *WON, day=5)
    play(season, *LOST, day=1)
    assert not is_stale(season)
    assert skill(season) == {}


# The worker, and its checkpoints

TWO_SESSIONS_A_PART = 5  # rows: the third session is cut, and left to the next part


@pytest.fixture
def long_season(season: Season, monkeypatch: pytest.MonkeyPatch) -> Season:
    """A season of six days with checkpoints after the second and the fourth of them."""
    monkeypatch.setattr(skill_module, "ROWS", TWO_SESSIONS_A_PART)
    for day in (5, 4, 3, 2, 1, 0):
        play(season, *WON, day=day)
    refresh(season)
    assert days_of_checkpoints(season) == [1, 3]
    return season


def days_of_checkpoints(season: Season) -> list[int]:
    days = season.skill_checkpoints.order_by("played_on").values_list("played_on", flat=True)
    return [(day - FIRST).days for day in days]


def from_nothing(season: Season) -> dict[str, tuple[float, float]]:
    leagues.recount(season=season)
    return skill(season)


def test_it_goes_on_from_the_last_checkpoint_before_a_change(long_season: Season) -> None:
    play(long_season, *LOST, day=3)
    assert days_of_checkpoints(long_season) == [1]
    checkpoint = long_season.skill_checkpoints.get()
    after = skill(long_season)
    assert long_season.skill_checkpoints.order_by("played_on").first() == checkpoint
    assert list(wrong_checkpoints(long_season)) == []
    assert after == from_nothing(long_season)


def test_a_change_leaves_the_checkpoints_of_other_seasons(long_season: Season) -> None:
    other = season_of(long_season.league.group, league="shield", skill=True)
    for day in (5, 4, 3, 2, 1, 0):
        play(other, *WON, day=day)
    refresh(other)
    assert days_of_checkpoints(other) == [1, 3]
    play(long_season, *LOST, day=0)
    assert days_of_checkpoints(long_season) == []
    assert days_of_checkpoints(other) == [1, 3]


def test_a_session_after_all_others_leaves_all_checkpoints(long_season: Season) -> None:
    play(long_season, *LOST, day=6)
    assert days_of_checkpoints(long_season) == [1, 3]
    assert not is_stale(long_season)
    assert skill(long_season) == from_nothing(long_season)


@pytest.mark.parametrize("day", [0, 2, 9])
def test_what_is_recorded_while_the_worker_computes_is_in_it(
    long_season: Season, monkeypatch: pytest.MonkeyPatch, day: int
) -> None:
    read_part = skill_module._read_part
    days = [day]

    def read_before_a_result(*of: Any) -> Any:
        part = read_part(*of)
        if days:
            play(long_season, *LOST, day=days.pop())
        return part

    play(long_season, *LOST, day=1)
    monkeypatch.setattr(skill_module, "_read_part", read_before_a_result)
    assert refresh_all() == 1
    after = skill(long_season)
    assert list(wrong_checkpoints(long_season)) == []
    assert after == from_nothing(long_season)


def test_a_worker_that_was_stopped_leaves_the_rest_to_the_next_one(long_season: Season) -> None:
    play(long_season, *LOST, day=0)
    looks = iter([False, True])
    refresh_all(lambda: next(looks))
    assert days_of_checkpoints(long_season) == [0]
    assert is_stale(long_season)
    refresh_all()
    assert not is_stale(long_season)
    assert skill(long_season) == from_nothing(long_season)


def test_rescore_finds_and_removes_a_wrong_checkpoint(long_season: Season) -> None:
    wrong = long_season.skill_checkpoints.order_by("played_on").first()
    assert wrong is not None
    player = next(iter(wrong.ratings))
    wrong.ratings[player] = [99.0, 1.0]
    wrong.save(update_fields=["ratings"])
    (difference,) = season_differences(long_season)
    assert (difference.table, difference.stored) == ("scoring.SkillCheckpoint", wrong.ratings)
    season_differences(long_season, repair=True)
    assert days_of_checkpoints(long_season) == [3]
    assert season_differences(long_season) == []


def test_periodic_work_computes_skill_where_no_worker_runs(season: Season) -> None:
    play(season, *WON, day=5)
    play(season, *LOST, day=1)
    lines = [done.line for done in tend(at=timezone.now())]
    assert "Seasons whose skill was recalculated: 1." in lines
    assert not is_stale(season)


def test_sessions_of_another_season_are_no_part_of_it(season: Season) -> None:
    other = season_of(season.league.group, league="shield", skill=True)
    play(season, *WON)
    play(other, *WON, day=5)
    play(season, *LOST, day=1)
    assert not is_stale(season)
    assert skill(season) == WIN_THEN_LOSS
    assert skill(other) == ONE_WIN
