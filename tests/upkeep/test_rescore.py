"""`manage.py rescore` finds results that differ from the rules, and corrects them if asked to."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.models import Career, GameFact, Group, Result, Season, Session, Tally
from scoring.models.revisions import By
from scoring.models.sessions import SessionQuerySet
from scoring.sessions.recording import describe
from scoring.upkeep.rescore import differences, group_differences, repair, season_differences
from tests.builders.seasons import (
    FIRST,
    artem_document,
    canvas_document,
    play_session,
    season_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return season_of(Group.objects.create(name="Thursday", slug="thursday"))


def play(season: Season, *ranks: int, day: int = 0) -> Session:
    document = artem_document(*ranks, day=FIRST + timedelta(days=day))
    return play_session(season.league.group, document, league=season.league)


def points(session: Session) -> list[int | None]:
    rows = Result.objects.filter(session=session).order_by("seat__place")
    return list(rows.values_list("points", flat=True))


def only(session: Session) -> SessionQuerySet:
    return Session.objects.filter(pk=session.pk)


# One session


def test_it_reports_a_wrong_result_with_what_the_rules_say(season: Season) -> None:
    session = play(season, 1, 2)
    assert differences(session.pk) == []
    wrong = Result.objects.get(session=session, rank=2)
    Result.objects.filter(pk=wrong.pk).update(points=99)
    (differences_found,) = differences(session.pk)
    key = (wrong.seat_id,)
    assert (differences_found.session, differences_found.table) == (session, "scoring.Result")
    assert (differences_found.stored[key][:2], differences_found.expected[key][:2]) == (
        (2, 99),
        (2, 5),
    )
    assert points(session) == [7, 99]


def test_a_wrong_result_is_mended_when_asked(season: Season) -> None:
    session = play(season, 1, 2)
    Result.objects.filter(session=session).update(points=99)
    assert len(differences(session.pk, repair=True)) == 1
    assert points(session) == [7, 5]
    assert differences(session.pk) == []


def test_a_result_that_is_missing_is_a_difference_too(season: Season) -> None:
    session = play(season, 1, 2)
    Result.objects.filter(session=session, rank=1).delete()
    assert [one.table for one in differences(session.pk, repair=True)] == ["scoring.Result"]
    assert points(session) == [7, 5]


def test_a_history_that_does_not_lead_to_the_rows_is_reported_and_stays(season: Season) -> None:
    session = play(season, 1, 2)
    describe(session=session, played_on=None, location="", notes="Rain", by=By(at=timezone.now()))
    assert differences(session.pk) == []
    Session.objects.filter(pk=session.pk).update(notes="With cake.")
    for _time in range(2):
        (difference,) = differences(session.pk, repair=True)
        assert difference.table == "scoring.Revision"
        assert "notes" in difference.stored


def test_rows_that_make_no_session_are_reported_and_left(season: Season) -> None:
    session = play(season, 1, 2)
    Session.objects.filter(pk=session.pk).update(game="canvas")
    (differences_found,) = differences(session.pk, repair=True)
    assert (differences_found.table, differences_found.expected) == ("recorded rows", "a session")
    assert points(session) == [7, 5]


# Several, with all that is added up of them


def test_sessions_are_mended_with_what_is_added_up_of_them(season: Season) -> None:
    """It corrects results, careers and tallies."""
    session, other = play(season, 1, 2), play(season, 1, 2, day=1)
    Result.objects.filter(session=session).update(points=99)
    Tally.objects.filter(player__name="Ana").update(plays=9)
    Career.objects.filter(player__name="Ana", game="").update(plays=9)
    assert repair(only(session)) == 1 + 1 + 1
    assert points(session) == [7, 5]
    assert set(Tally.objects.values_list("plays", flat=True)) == {2}
    assert set(Career.objects.values_list("plays", flat=True)) == {2}
    assert repair(only(session)) == 0
    assert repair(only(other)) == 0


def test_what_is_right_leaves_even_a_wrong_sum_alone(season: Season) -> None:
    session = play(season, 1, 2)
    Career.objects.update(plays=9)
    assert repair(only(session)) == 0
    assert set(Career.objects.values_list("plays", flat=True)) == {9}


def test_a_session_mended_out_of_its_season_takes_it_along(season: Season) -> None:
    session = play(season, 1, 2)
    Session.objects.filter(pk=session.pk).update(league=None)
    counted = ["Result", "SeasonSession", "PlayerDay", "Tally", "SeasonGame"]
    assert repair(only(session)) == len(counted)
    assert not Tally.objects.exists()
    assert not Result.objects.exclude(season=None).exists()


# What is added up


def test_a_wrong_line_of_a_season_is_reported_and_mended_when_asked(season: Season) -> None:
    play(season, 1, 2)
    assert season_differences(season) == []
    Tally.objects.filter(player__name="Ben", game="").update(sum=77)
    (differences_found,) = season_differences(season)
    assert (differences_found.of, differences_found.table) == (season, "scoring.Tally")
    assert len(differences_found.stored) == len(differences_found.expected) == 1
    (stored, expected) = (differences_found.stored[0], differences_found.expected[0])
    assert [(was, now) for was, now in zip(stored, expected, strict=True) if was != now] == [
        (77, 0)
    ]
    assert Tally.objects.get(player__name="Ben", game="").sum == 77
    season_differences(season, repair=True)
    assert Tally.objects.get(player__name="Ben", game="").sum == 0
    assert season_differences(season) == []


def test_the_days_of_games_are_compared_too(season: Season) -> None:
    play(season, 1, 2)
    season.games.filter(game="artem").update(sessions=9)
    assert [one.table for one in season_differences(season, repair=True)] == ["scoring.SeasonGame"]
    assert season.games.get(game="artem").sessions == 1


def test_a_wrong_career_is_reported_and_mended_when_asked(season: Season) -> None:
    play(season, 1, 2)
    document = canvas_document({"Ana": 3, "Ben": 8})
    play_session(season.league.group, document, league=None)
    group = season.league.group
    Career.objects.filter(player__name="Ana", game="canvas").update(wins=5)
    (differences_found,) = group_differences(group)
    assert (differences_found.of, differences_found.table) == (group, "scoring.Career")
    assert Career.objects.get(player__name="Ana", game="canvas").wins == 5
    group_differences(group, repair=True)
    assert Career.objects.get(player__name="Ana", game="canvas").wins == 0
    assert group_differences(group) == []


def test_rows_that_make_no_session_stop_no_rebuild(season: Season) -> None:
    broken = play(season, 1, 2)
    play(season, 1, 2, day=1)
    Session.objects.filter(pk=broken.pk).update(game="canvas")
    group_differences(season.league.group, repair=True)
    assert GameFact.objects.get(game="artem", what="winning").of == 1


# The command


def rescored(**options: bool) -> tuple[list[str], int]:
    """Return what `manage.py rescore` prints, a line each without its values, and its status."""
    out, status = StringIO(), 0
    try:
        call_command("rescore", stdout=out, **options)
    except SystemExit as end:
        status = int(str(end.code))
    return [re.sub(r" has .*, should .*", "", line) for line in out.getvalue().splitlines()], status


def test_the_command_lists_and_counts_every_difference_until_they_are_mended(
    season: Season,
) -> None:
    first, second = play(season, 1, 2), play(season, 1, 2, day=1)
    Result.objects.update(points=99)
    Tally.objects.filter(player__name="Ben", game="").update(sum=77)
    Career.objects.filter(player__name="Ana", game="").update(plays=9)
    every = [
        f"{first.uuid}: scoring.Result",
        f"{second.uuid}: scoring.Result",
        f"{season.league.group}: scoring.Career",
        f"{season}: scoring.Tally",
        "Differences: 4.",
    ]
    assert rescored(check=True) == (every, 1)
    assert points(first) == [99, 99]
    assert rescored() == (every, 0)
    assert points(first) == [7, 5]
    assert rescored(check=True) == (["Differences: 0."], 0)


def test_the_command_goes_through_groups_and_seasons_in_the_order_they_were_made(
    season: Season,
) -> None:
    early = season_of(Group.objects.create(name="Friday", slug="friday"))
    for one in (season, early):
        play(one, 1, 2)
    Tally.objects.filter(game="").update(sum=77)
    Career.objects.filter(game="").update(plays=9)
    lines, _status = rescored(check=True)
    assert lines[:-1] == [
        "Thursday: scoring.Career",
        "Friday: scoring.Career",
        f"{season}: scoring.Tally",
        f"{early}: scoring.Tally",
    ]
