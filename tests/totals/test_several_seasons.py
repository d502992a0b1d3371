"""A session that counts for several seasons, counted by hand in each. All sums are in 840ths."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.groups.merging import merge, undo_merge
from scoring.leagues import leagues
from scoring.models import Group, Season, Session, Tally
from scoring.models.revisions import By
from scoring.play.counts_for import counts_for
from scoring.sessions import lifecycle, recording
from scoring.totals.standings_preview import preview_standings
from scoring.upkeep.rescore import differences, season_differences
from tests.builders.seasons import FIRST, artem_document, play_session, season_of
from tests.builders.tables import result_url, signed_in
from tests.pages import page_words
from tools.bench.statements import STATEMENTS

pytestmark = pytest.mark.django_db

CUP_BEGINS = FIRST + timedelta(days=10)
# What a final result of four known players asks the database, by the number of its seasons.


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def year(group: Group) -> Season:
    return season_of(group)


@pytest.fixture
def cup(year: Season) -> Season:
    """Ten days of the year, by points for places."""
    return season_of(
        year.league.group,
        name="Cup",
        slug="cup",
        starts_on=CUP_BEGINS,
        ends_on=CUP_BEGINS + timedelta(days=9),
        scheme="podium",
    )


def by() -> By:
    return By(at=timezone.now())


def play(season: Season, *ranks: int, day: int) -> Session:
    document = artem_document(*ranks, day=FIRST + timedelta(days=day))
    return play_session(season.league.group, document, league=season.league)


def sums(season: Season) -> dict[str, int]:
    rows = Tally.objects.in_order().filter(season=season)
    return dict(rows.values_list("player__name", "sum"))


def played(season: Season) -> tuple[int, date | None]:
    season.refresh_from_db()
    return season.sessions, season.last_day


def assert_is_exact() -> None:
    for session in Session.objects.all():
        assert differences(session.pk) == []
    for season in Season.objects.all():
        assert season_differences(season) == []


def test_a_session_adds_to_each_season_by_its_own_rules(year: Season, cup: Season) -> None:
    play(year, 1, 2, 3, day=0)
    play(year, 2, 1, 3, day=12)
    assert sums(year) == {"Ana": 840 + 420, "Ben": 420 + 840, "Cleo": 0}
    assert sums(cup) == {"Ben": 5 * 840, "Ana": 3 * 840, "Cleo": 2 * 840}
    assert (played(year), played(cup)) == (
        (2, FIRST + timedelta(days=12)),
        (1, FIRST + timedelta(days=12)),
    )


def test_a_correction_changes_every_season(year: Season, cup: Season) -> None:
    session = play(year, 1, 2, day=12)
    state = artem_document(2, 1).state
    recording.record(session=session, change=lambda _: state, action="x", by=by())
    assert (sums(year), sums(cup)) == ({"Ben": 840, "Ana": 0}, {"Ben": 5 * 840, "Ana": 3 * 840})
    assert_is_exact()


def test_another_day_takes_it_out_of_one_and_leaves_it_in_the_other(
    year: Season, cup: Season
) -> None:
    session = play(year, 1, 2, day=12)
    day = FIRST + timedelta(days=30)
    recording.describe(session=session, played_on=day, location="", notes="", by=by())
    assert (sums(year), sums(cup)) == ({"Ana": 840, "Ben": 0}, {})
    assert (played(year), played(cup)) == ((1, day), (0, None))
    assert_is_exact()


@pytest.mark.parametrize("verb", [lifecycle.delete, recording.reopen])
def test_what_is_deleted_or_goes_on_counts_for_none_of_them(
    year: Season, cup: Season, verb: "object"
) -> None:
    session = play(year, 1, 2, day=12)
    assert callable(verb)
    verb(session=session, by=by())
    assert (sums(year), sums(cup)) == ({}, {})
    assert_is_exact()


def test_a_season_that_is_made_later_counts_what_others_count_already(year: Season) -> None:
    play(year, 1, 2, day=0)
    play(year, 2, 1, day=1)
    second = season_of(
        year.league.group,
        name="New",
        slug="new",
        starts_on=FIRST + timedelta(days=1),
        ends_on=FIRST + timedelta(days=1),
    )
    assert sums(second) == {"Ben": 840, "Ana": 0}
    assert sums(year) == {"Ana": 840, "Ben": 840}
    leagues.remove(season=year)
    assert sums(second) == {"Ben": 840, "Ana": 0}
    assert_is_exact()


def test_a_merge_moves_what_was_gained_in_each_and_back_again(year: Season, cup: Season) -> None:
    play(year, 1, 2, day=0)
    play(year, 0, 2, 1, day=12)
    players = {player.name: player for player in year.league.group.players.all()}
    merged = merge(source=players["Cleo"], target=players["Ana"], at=timezone.now())
    assert sums(year) == {"Ana": 840 + 840, "Ben": 0}
    assert sums(cup) == {"Ana": 5 * 840, "Ben": 3 * 840}
    assert_is_exact()
    undo_merge(merged, at=timezone.now())
    assert sums(year) == {"Ana": 840, "Cleo": 840, "Ben": 0}
    assert sums(cup) == {"Cleo": 5 * 840, "Ben": 3 * 840}
    assert_is_exact()


def test_a_preview_says_what_changes_in_each_season(year: Season, cup: Season) -> None:
    play(year, 1, 2, day=0)
    session = play(year, 1, 2, day=12)
    changes = preview_standings(
        session, lambda: lifecycle.delete(session=session, by=by()), name_of=str
    )
    assert [
        (change.season.name, player.name, " → ".join(player.values))
        for change in changes
        for player in change.players
    ] == [("Year", "Ana", "2 → 1"), ("Cup", "Ana", "5"), ("Cup", "Ben", "3")]
    assert (sums(cup), played(cup)[0]) == ({"Ana": 5 * 840, "Ben": 3 * 840}, 1)


def test_its_result_leads_to_each_season(year: Season, cup: Season) -> None:
    session = play(year, 1, 2, day=12)
    bob = signed_in("bob", year.league.group)
    page = page_words(bob, result_url(session))
    assert "Counts for Cup, Year , Cup · Thursday" in page
    assert counts_for(session).seasons == (year, cup)
    assert counts_for(session).sentence == "It counts for Cup, Year, Cup."


def queries_of_final_result(year: Season, day: int) -> int:
    session = play(year, 1, 2, 3, 4, day=day)
    recording.reopen(session=session, by=by())
    with CaptureQueriesContext(connection) as asked:
        recording.stop(session=session, by=by())
    return len(asked)


def test_a_final_result_asks_as_much_for_each_of_several_seasons(year: Season) -> None:
    play(year, 1, 2, 3, 4, day=0)
    of_one = queries_of_final_result(year, 1)
    for at in range(1, 6):
        season_of(year.league.group, name=f"Cup {at}", slug=f"cup-{at}", skill=True)
    play(year, 1, 2, 3, 4, day=2)
    of_six = queries_of_final_result(year, 3)
    assert of_six - of_one <= 5 * STATEMENTS["final result, each further season"]
