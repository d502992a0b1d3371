"""The list of sessions in the admin: its columns and what it is narrowed to."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.utils import timezone, translation

from scoring.models import Group, League, Season, Session
from scoring.registry import get_game
from tests.admin.test_sessions import SESSIONS, filled
from tests.builders.noted import noted_points
from tests.builders.seasons import artem_document, play_session
from tests.builders.tables import artem_table
from tests.pages import page_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def thursday() -> Group:
    return filled("thursday")


def shown(client: Client, **asked: object) -> set[int]:
    page = client.get(SESSIONS, {name: str(value) for name, value in asked.items()})
    return {session.pk for session in page.context["cl"].result_list}


def cup_of(group: Group, **season: object) -> Season:
    """Return a season that has no sessions yet."""
    league = League.objects.create(group=group, name="Cup", slug="cup")
    days = {"starts_on": date(2024, 1, 1), "ends_on": date(2024, 12, 31)}
    return Season.objects.create(league=league, name="2024", slug="2024", **days, **season)


def test_a_line_has_the_game_by_its_name_and_the_winners_before_the_players(
    admin_client: Client, thursday: Group
) -> None:
    session = thursday.sessions.filter(finished_at__isnull=False).in_order()[0]
    names = ", ".join(session.seats.names())
    winners = ", ".join(session.seats.filter(result__rank=1).names())
    game = get_game(session.game).name
    line = f"{game} 29 Feb 2024 Thursday - {winners} {names}"
    assert line in page_words(admin_client, f"{SESSIONS}?game__exact={session.game}")


def test_times_are_those_of_the_group(admin_client: Client, thursday: Group) -> None:
    Group.objects.update(time_zone="Asia/Tokyo")
    at = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
    finished = thursday.sessions.filter(finished_at__isnull=False).in_order()[0]
    Session.objects.filter(pk=finished.pk).update(finished_at=at)
    assert "1 March 2024, 05:00" in page_words(admin_client, SESSIONS)
    page = page_words(admin_client, f"{SESSIONS}{finished.pk}/change/")
    assert "1 March 2024, 05:00" in page  # when it was imported, which is a revision


def test_it_is_narrowed_to_a_league_and_to_a_season(admin_client: Client, thursday: Group) -> None:
    season = cup_of(thursday)
    in_league, counting, *_others = thursday.sessions.filter(finished_at__isnull=False).in_order()
    Session.objects.filter(pk=in_league.pk).update(league=season.league)
    counting.counts_for.create(
        season=season,
        game=counting.game,
        played_on=season.starts_on,
        finished_at=counting.finished_at,
    )
    assert shown(admin_client, league=season.league.pk) == {in_league.pk}
    assert shown(admin_client, season=season.pk) == {counting.pk}
    assert len(shown(admin_client, season="no number")) == 6


def test_it_is_narrowed_to_what_counts_for_nothing(admin_client: Client, thursday: Group) -> None:
    finished = thursday.sessions.filter(finished_at__isnull=False).in_order()
    counting, *nothing = finished
    counting.results.update(season=cup_of(thursday))
    assert shown(admin_client, state="nothing") == {session.pk for session in nothing}


def test_it_is_narrowed_to_what_goes_on_is_over_is_a_result_alone_or_was_deleted(
    admin_client: Client,
) -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    on, deleted = artem_table(group=group), artem_table(group=group)
    over = play_session(group, artem_document(1, 2), league=None)
    result = play_session(group, noted_points("artem", 2, 1), league=None)
    Session.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    states = {state: shown(admin_client, state=state) for state in ("on", "over", "result")}
    assert states == {"on": {on.pk}, "over": {over.pk, result.pk}, "result": {result.pk}}
    assert shown(admin_client, state="deleted") == {deleted.pk}


def test_an_owner_is_offered_leagues_of_their_own_groups(
    admin_client: Client, thursday: Group
) -> None:
    cup_of(thursday)
    assert "Thursday · Cup · 2024" in page_words(admin_client, SESSIONS)


def test_leagues_and_seasons_are_offered_by_group_and_name_and_the_newest_season_first(
    admin_client: Client,
) -> None:
    for slug in ("thursday", "friday"):
        group = Group.objects.create(name=slug.title(), slug=slug)
        for name in ("Open", "Cup"):
            league = League.objects.create(group=group, name=name, slug=name.lower())
            for year in (2024, 2025):
                days = {"starts_on": date(year, 1, 1), "ends_on": date(year, 12, 31)}
                Season.objects.create(league=league, name=str(year), slug=str(year), **days)
    page = admin_client.get(SESSIONS)
    offered = {
        one.parameter_name: [label for _pk, label in one.lookup_choices]
        for one in page.context["cl"].filter_specs
        if hasattr(one, "parameter_name")
    }
    assert [label for label in offered["season"] if " · " in label] == [
        "Friday · Cup · 2025",
        "Friday · Cup · 2024",
        "Friday · Open · 2025",
        "Friday · Open · 2024",
        "Thursday · Cup · 2025",
        "Thursday · Cup · 2024",
        "Thursday · Open · 2025",
        "Thursday · Open · 2024",
    ]
    leagues = ["Friday · Cup", "Friday · Open", "Thursday · Cup", "Thursday · Open"]
    assert [label for label in offered["league"] if " · " in label] == leagues


def test_a_filter_has_words_in_french(admin_client: Client) -> None:
    filled("thursday", 2)
    with translation.override("fr"):
        page = admin_client.get(SESSIONS, headers={"accept-language": "fr"}).content.decode()
    assert "non comptée" in page
    assert "#ARTBOX" in page
