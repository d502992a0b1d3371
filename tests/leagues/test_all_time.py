"""Standings of all time: a season without days, which counts all that its league ever played."""

import json
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.leagues import leagues
from scoring.leagues.leagues import SeasonDays, next_season
from scoring.models import Group, League, Season, Tally
from scoring.upkeep.rescore import season_differences
from tests.builders.seasons import FIRST, YEAR, season_of
from tests.builders.standings_pages import html_of, play_ranks, season_url
from tests.builders.tables import signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

NEW = "/g/thursday/league/cup/new/"
SETTINGS = {
    "name": "All time",
    "slug": "all-time",
    "all_time": "on",
    "games": ["artem"],
    "scheme": "beaten",
    "podium": "5 3 2 1",
    "aggregate": "total",
    "best": "10",
    "minimum": "1",
    "save": "1",
}


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


@pytest.fixture
def year(group: Group) -> Season:
    return season_of(group, games=["artem"])


@pytest.fixture
def all_time(year: Season) -> Season:
    return season_of(
        year.league.group,
        name="All time",
        slug="all-time",
        starts_on=date.min,
        ends_on=date.max,
        games=["artem"],
    )


def sums(season: Season) -> dict[str, int]:
    return dict(Tally.objects.in_order().filter(season=season).values_list("player__name", "sum"))


def test_it_counts_what_was_played_before_and_after_all_seasons(
    year: Season, all_time: Season
) -> None:
    for day in (-400, 0, 400):
        play_ranks(year, 1, 2, day=day)
    assert sums(year) == {"Ana": 840, "Ben": 0}
    assert sums(all_time) == {"Ana": 3 * 840, "Ben": 0}
    assert season_differences(all_time) == []


def test_an_owner_makes_one_from_the_form_without_days(year: Season) -> None:
    play_ranks(year, 1, 2, day=-4000)
    alice = signed_in("alice", year.league.group, "owner")
    assert 'name="all_time" id="id_all_time" checked' in html_of(f"{NEW}?days=all-time", alice)
    answer = alice.post(NEW, SETTINGS)
    assert answer.headers["Location"] == "/g/thursday/cup/all-time/"
    made = Season.objects.get(slug="all-time")
    assert made.is_all_time
    assert sums(made) == {"Ana": 840, "Ben": 0}


def test_it_gets_days_when_it_is_not_of_all_time_any_more(all_time: Season) -> None:
    alice = signed_in("alice", all_time.league.group, "owner")
    address = "/g/thursday/league/cup/all-time/"
    page = html_of(address, alice)
    this_year = timezone.localdate().year
    assert f'value="{this_year}-01-01"' in page
    data = {name: value for name, value in SETTINGS.items() if name != "all_time"}
    days = {"starts_on": "2020-01-01", "ends_on": "2020-12-31"}
    assert alice.post(address, {**data, **days}).status_code == 302
    all_time.refresh_from_db()
    assert (all_time.starts_on, all_time.ends_on) == (date(2020, 1, 1), date(2020, 12, 31))


def test_its_pages_name_no_days(all_time: Season) -> None:
    play_ranks(all_time, 1, 2, day=0)
    page = html_of(season_url(all_time), Client())
    assert "All time · Artem" in words(page)
    assert "9999" not in page
    alice = signed_in("alice", all_time.league.group, "owner")
    for address in ("/g/thursday/league/", "/g/thursday/league/cup/", NEW):
        assert "9999" not in html_of(address, alice)


def test_its_race_begins_with_the_first_day_that_was_played(all_time: Season) -> None:
    for day in (0, 5, 10):
        play_ranks(all_time, 1, 2, day=day)
    page = words(html_of(season_url(all_time), Client()))
    for shown in ("1 Jan 2026", "6 Jan 2026", "11 Jan 2026"):
        assert shown in page


def test_it_comes_first_among_the_seasons_of_a_league(all_time: Season) -> None:
    season_of(all_time.league.group, name="New", slug="new-one", ends_on=date(YEAR + 1, 1, 1))
    names = [season.name for season in Season.objects.newest_first()]
    assert names == ["All time", "New", "Year"]


def test_the_next_season_follows_the_latest_that_has_days(all_time: Season) -> None:
    season = next_season(all_time.league)
    assert (season.starts_on, season.ends_on) == (date(YEAR + 1, 1, 1), date(YEAR + 1, 12, 31))


@pytest.mark.parametrize("day", [date(2026, 10, 1), date(2026, 12, 31)])
def test_a_quarter_is_offered_with_its_days(
    group: Group, monkeypatch: pytest.MonkeyPatch, day: date
) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda: day)
    season = next_season(League(group=group, pk=0), SeasonDays.QUARTER)
    assert season.name == "2026, quarter 4"
    assert (season.starts_on, season.ends_on) == (date(2026, 10, 1), date(2026, 12, 31))


def test_files_say_that_it_has_no_days(all_time: Season) -> None:
    answer = json.loads(b"".join(Client().get(f"{season_url(all_time)}table.json")))
    assert (answer["season"]["first_day"], answer["season"]["last_day"]) == (None, None)


def test_it_is_closed_and_removed_like_any_other(all_time: Season) -> None:
    play_ranks(all_time, 1, 2, day=0)
    leagues.close(season=all_time, at=timezone.now())
    play_ranks(all_time, 2, 1, day=1)
    all_time.refresh_from_db()
    assert all_time.corrected_at is not None
    leagues.remove(season=all_time)
    assert sums(Season.objects.get()) == {"Ana": 840, "Ben": 840}
    assert FIRST + timedelta(days=1) == Season.objects.get().last_day
