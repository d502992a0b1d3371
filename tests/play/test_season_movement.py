"""A result shows its effect on the standings of each season that it counts for."""

from datetime import date

import pytest
from django.test import Client

from scoring.models import Group, Player, Season, Session
from tests.builders.seasons import season_of
from tests.builders.standings_pages import play_ranks
from tests.builders.tables import phone, result_url, signed_in
from tests.pages import page_words

pytestmark = pytest.mark.django_db

IN_THE_YEAR = "Cup, Year Ben: rank 2 → 1 · Ana: rank 1 → 2 · Cleo: new at rank 3"
IN_AUTUMN = "Cup, Autumn Ben: new at rank 1 · Cleo: new at rank 2 · Ana: new at rank 3"


@pytest.fixture
def year() -> Season:
    group = Group.objects.create(name="Thursday", slug="thursday", visibility="public")
    return season_of(group)


@pytest.fixture
def latest(year: Season) -> Session:
    """Play on two days of the year, the second of which is of a season of its own too."""
    season_of(year.league.group, name="Autumn", slug="autumn", starts_on=date(2026, 7, 1))
    play_ranks(year, 1, 2)
    session = play_ranks(year, 3, 1, 2, day=200)
    session.refresh_from_db()
    return session


def moved(client: Client, session: Session) -> str:
    page = page_words(client, result_url(session))
    return page.partition("In the standings ")[2].partition(" Points round by round")[0]


def test_it_says_the_places_before_and_after_in_every_season(year: Season, latest: Session) -> None:
    member = signed_in("alice", year.league.group)
    for client in (member, phone(latest)):
        text = moved(client, latest)
        assert IN_THE_YEAR in text
        assert IN_AUTUMN in text


def test_it_says_so_until_the_season_goes_on(year: Season, latest: Session) -> None:
    member, watcher = signed_in("alice", year.league.group), phone(latest)
    assert moved(watcher, latest)
    following = play_ranks(year, 1, 2, day=201)
    following.refresh_from_db()
    assert moved(watcher, latest) == ""
    assert moved(member, latest) == ""
    assert "Ana: rank 2 → 1 · Ben: rank 1 → 2" in moved(member, following)


def test_it_leaves_out_who_hides_from_visitors(latest: Session) -> None:
    Player.objects.filter(name="Ana").update(hidden=True)
    assert "Ana: " not in moved(phone(latest), latest)
    assert "Ben: rank 2 → 1" in moved(phone(latest), latest)


def test_it_says_nothing_to_who_may_not_see_the_group(year: Season, latest: Session) -> None:
    Group.objects.update(visibility="members")
    assert moved(phone(latest), latest) == ""
    assert IN_THE_YEAR in moved(signed_in("alice", year.league.group), latest)
