"""Seasons: a session counts for all of its day, and a closed one says when it was corrected."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from scoring.leagues import leagues
from scoring.leagues.leagues import MOST_SEASONS_ON_A_DAY, TooManySeasons
from scoring.models import Group, Result, Season, SeasonSession, Session
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


def days(season: Season) -> list[date]:
    """Return the days of the sessions that count for the season."""
    counted = SeasonSession.objects.of(season).as_played()
    return list(counted.values_list("played_on", flat=True))


# Of several


def test_the_main_one_of_a_day_has_days_of_its_own_and_most_sessions(group: Group) -> None:
    short, long = [
        season_of(group, name=name, slug=name.lower(), starts_on=FIRST, ends_on=LAST)
        for name in ("Short", "Long")
    ]
    ever = season_of(group, name="Ever", slug="ever", starts_on=date.min, ends_on=date.max)
    short.sessions, long.sessions, ever.sessions = 2, 3, 50
    assert sorted([long, ever, short], key=lambda one: one.weight) == [ever, short, long]


# Its days


def test_it_counts_anew_what_was_played_on_its_days_and_nothing_else(spring: Season) -> None:
    for day in (FIRST - DAY, FIRST, FIRST + DAY, LAST, LAST + DAY):
        play(spring, day)
    (first, *_others) = SeasonSession.objects.as_played()
    first.delete()
    leagues.recount(season=spring)
    assert days(spring) == [FIRST, FIRST + DAY, LAST]
    Session.objects.filter(played_on=LAST).update(league=None)
    leagues.recount(season=spring)
    assert days(spring) == [FIRST, FIRST + DAY]


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


# Several of them


def overlapping(season: Season, name: str, starts_on: date, ends_on: date, **more: Any) -> Season:
    group = season.league.group
    return season_of(
        group, name=name, slug=name.lower(), starts_on=starts_on, ends_on=ends_on, **more
    )


def first_seasons() -> list[str | None]:
    """Return the names of the seasons that results point to, by the days of play."""
    results = Result.objects.filter(rank=1).order_by("played_on")
    return list(results.values_list("season__name", flat=True))


def test_a_session_counts_for_every_season_of_its_day_and_its_game(spring: Season) -> None:
    year = overlapping(spring, "Year", date(2026, 1, 1), date(2026, 12, 31))
    cup = overlapping(spring, "Cup", LAST, LAST + DAY, games=["canvas"])
    for day in (FIRST - DAY, LAST, LAST + DAY):
        play(spring, day)
    assert days(spring) == [LAST]
    assert days(year) == [FIRST - DAY, LAST, LAST + DAY]
    assert days(cup) == []
    assert first_seasons() == ["Year", "Spring", "Year"]


def test_a_season_that_is_removed_leaves_its_sessions_to_the_others(spring: Season) -> None:
    year = overlapping(spring, "Year", date(2026, 1, 1), date(2026, 12, 31))
    play(spring, FIRST)
    leagues.remove(season=spring)
    assert (days(year), first_seasons()) == ([FIRST], ["Year"])
    leagues.remove(season=year)
    assert (list(SeasonSession.objects.all()), first_seasons()) == ([], [None])


def test_sessions_that_leave_one_season_stay_in_the_other(spring: Season) -> None:
    year = overlapping(spring, "Year", date(2026, 1, 1), date(2026, 12, 31))
    play(spring, FIRST)
    spring.starts_on = FIRST + DAY
    leagues.settle(season=spring)
    assert (days(spring), days(year), first_seasons()) == ([], [FIRST], ["Year"])
    spring.starts_on = FIRST
    leagues.settle(season=spring)
    assert (days(spring), days(year), first_seasons()) == ([FIRST], [FIRST], ["Spring"])


def test_a_league_has_so_many_seasons_on_a_day_and_no_more(spring: Season) -> None:
    for number in range(2, MOST_SEASONS_ON_A_DAY):
        overlapping(spring, f"Cup-{number}", LAST, LAST + number * DAY)
    overlapping(spring, "Shield", LAST + DAY, LAST + 9 * DAY)
    overlapping(spring, "Last", LAST, LAST)
    with pytest.raises(TooManySeasons) as refused:
        overlapping(spring, "New", LAST - DAY, LAST + DAY)
    assert refused.value.day == LAST
    overlapping(spring, "Earlier", FIRST, LAST - DAY)
    season_of(spring.league.group, league="shield", starts_on=LAST, ends_on=LAST)


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
