"""Seasons: their days do not overlap, and a closed one says when it was corrected."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from scoring.leagues import leagues
from scoring.leagues.leagues import DaysAreTaken
from scoring.models import Group, Result, Season, Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from tests.builders.seasons import artem_document, play_session, season_of

pytestmark = pytest.mark.django_db

FIRST, LAST = date(2026, 3, 1), date(2026, 5, 31)
DAY = timedelta(days=1)
CLOSED = datetime(2026, 6, 1, tzinfo=UTC)
CORRECTED = CLOSED + DAY


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def spring(group: Group) -> Season:
    return season_of(group, name="Spring", slug="spring", starts_on=FIRST, ends_on=LAST)


def play(season: Season, day: date, *ranks: int) -> Session:
    document = artem_document(*(ranks or (1, 2)), day=day)
    return play_session(season.league.group, document, league=season.league)


def days(season: Season) -> list[date | None]:
    """Return the days of the sessions that count for the season."""
    results = Result.objects.filter(season=season).order_by("played_on")
    return list(results.values_list("played_on", flat=True).distinct())


# Its days


def test_it_counts_anew_what_was_played_on_its_days_and_nothing_else(spring: Season) -> None:
    for day in (FIRST - DAY, FIRST, FIRST + DAY, LAST, LAST + DAY):
        play(spring, day)
    for counted_by_mistake in (None, spring):
        Result.objects.update(season=counted_by_mistake)
        leagues.recount(season=spring)
        assert days(spring) == [FIRST, FIRST + DAY, LAST]


@pytest.mark.parametrize(
    ("change", "counting"),
    [
        ({"starts_on": FIRST + DAY}, [LAST]),
        ({"ends_on": LAST - DAY}, [FIRST]),
        ({"starts_on": FIRST - DAY, "ends_on": LAST + DAY}, [FIRST - DAY, FIRST, LAST, LAST + DAY]),
    ],
)
def test_other_days_count_from_the_moment_that_they_are_its_own(
    spring: Season, change: dict[str, date], counting: list[date]
) -> None:
    for day in (FIRST - DAY, FIRST, LAST, LAST + DAY):
        play(spring, day)
    for name, value in change.items():
        setattr(spring, name, value)
    leagues.settle(season=spring)
    assert days(spring) == counting


def test_a_session_moves_to_the_season_of_its_new_day(spring: Season) -> None:
    summer = season_of(
        spring.league.group, name="Summer", slug="summer", starts_on=LAST + DAY, ends_on=date.max
    )
    session = play(spring, LAST)
    fields: dict[str, Any] = {"location": "", "notes": "", "by": By(at=CORRECTED)}
    recording.describe(session=session, played_on=LAST + DAY, **fields)
    assert (days(spring), days(summer)) == ([], [LAST + DAY])
    recording.describe(session=session, played_on=None, **fields)
    assert (days(spring), days(summer)) == ([], [])


@pytest.mark.parametrize(
    ("starts_on", "ends_on"),
    [
        pytest.param(FIRST - DAY, FIRST, id="until its first day"),
        pytest.param(LAST, LAST + DAY, id="from its last day on"),
        pytest.param(FIRST + DAY, LAST - DAY, id="within"),
        pytest.param(FIRST - DAY, LAST + DAY, id="all around"),
        pytest.param(FIRST, LAST, id="the same"),
    ],
)
def test_two_seasons_of_a_league_share_no_day(
    spring: Season, starts_on: date, ends_on: date
) -> None:
    with pytest.raises(DaysAreTaken) as refused:
        season_of(spring.league.group, name="New", slug="new", starts_on=starts_on, ends_on=ends_on)
    assert refused.value.season == spring


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"starts_on": FIRST - DAY, "ends_on": FIRST - DAY}, id="the day before"),
        pytest.param({"starts_on": LAST + DAY, "ends_on": LAST + DAY}, id="the day after"),
        pytest.param({"league": "shield"}, id="of another league"),
    ],
)
def test_seasons_stand_beside_each_other(spring: Season, other: dict[str, Any]) -> None:
    same = {"starts_on": FIRST, "ends_on": LAST}
    new = season_of(spring.league.group, name="New", slug="new", **{**same, **other})
    assert new.pk != spring.pk


def test_the_season_that_has_the_days_is_the_first_of_several(spring: Season) -> None:
    group = spring.league.group
    for number, day in ((2, LAST + 2 * DAY), (1, LAST + DAY)):
        season_of(group, name=f"Day {number}", slug=f"day-{number}", starts_on=day, ends_on=day)
    with pytest.raises(DaysAreTaken, match="Day 1"):
        season_of(group, name="New", slug="new", starts_on=LAST + DAY, ends_on=LAST + 2 * DAY)


# Closed, and corrected since


def corrected_at(season: Season) -> datetime | None:
    return Season.objects.get(pk=season.pk).corrected_at


def close(season: Season) -> None:
    leagues.close(season=season, at=CLOSED)


def test_an_open_season_is_not_marked_as_corrected(spring: Season) -> None:
    lifecycle.delete(session=play(spring, FIRST), by=By(at=CORRECTED))
    assert corrected_at(spring) is None


def test_a_closed_season_is_corrected_by_what_changes_in_it_since(spring: Season) -> None:
    session = play(spring, FIRST)
    close(spring)
    assert corrected_at(spring) is None
    lifecycle.delete(session=session, by=By(at=CORRECTED))
    assert corrected_at(spring) == CORRECTED


def test_a_note_corrects_no_closed_season(spring: Season) -> None:
    session = play(spring, FIRST)
    close(spring)
    fields: dict[str, Any] = {"location": "Kitchen", "notes": "Two cats"}
    recording.describe(session=session, played_on=FIRST, by=By(at=CORRECTED), **fields)
    assert corrected_at(spring) is None


def test_a_season_that_is_closed_again_was_not_corrected_since(spring: Season) -> None:
    session = play(spring, FIRST)
    close(spring)
    lifecycle.delete(session=session, by=By(at=CORRECTED))
    leagues.close(season=spring, at=CORRECTED + DAY)
    assert corrected_at(spring) is None


def test_a_season_that_is_opened_again_is_neither_closed_nor_corrected(spring: Season) -> None:
    session = play(spring, FIRST)
    close(spring)
    lifecycle.delete(session=session, by=By(at=CORRECTED))
    leagues.close(season=spring, at=None)
    assert corrected_at(spring) is None
    assert Season.objects.get().closed_at is None
