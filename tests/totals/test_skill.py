"""Skill (L-8): figures of OpenSkill's Plackett-Luce with its defaults, each taken down once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from scoring.leagues import leagues
from scoring.models import Group, Season, Session, Tally
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.totals.skill import Rating
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
    leagues.fresh(season)
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


def test_a_season_that_shows_no_skill_works_none_out() -> None:
    season = season_of(Group.objects.create(name="Friday", slug="friday"))
    play(season, *WON, day=5)
    play(season, *LOST, day=1)
    assert not is_stale(season)
    assert skill(season) == {}


def test_sessions_of_another_season_are_no_part_of_it(season: Season) -> None:
    other = season_of(season.league.group, league="shield", skill=True)
    play(season, *WON)
    play(other, *WON, day=5)
    play(season, *LOST, day=1)
    assert not is_stale(season)
    assert skill(season) == WIN_THEN_LOSS
    assert skill(other) == ONE_WIN
