"""Every figure of a player's page, in its order, for members and others.

The page itself is in test_player_page.py."""

from datetime import date
from fractions import Fraction

import pytest

from scoring.core.standings import WHOLE
from scoring.models import Career, Group, Membership, Player, Result, Tally
from scoring.play.sharing import share
from scoring.statistics.player_page import LATEST, MOST_SEASONS, BestDay, PlayerPage, player_page
from scoring.statistics.rivals import Meetings
from scoring.web.group_access import Guest
from tests.builders.careers import (
    a_career,
    a_fact,
    a_group,
    a_meeting,
    a_player,
    a_season,
    a_tally,
    days_of_play,
)
from tests.builders.tables import finished_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return a_group()


@pytest.fixture
def ida(group: Group) -> Player:
    return a_player(group, "Ida")


def page(player: Player, *, inside: bool = False) -> PlayerPage:
    group = player.group
    assert group is not None
    membership = Membership(group=group, role=Membership.Role.MEMBER) if inside else None
    return player_page(player, Guest(group, None, membership))


# Careers


def test_it_shows_the_career_in_all_games_and_in_each(ida: Player) -> None:
    a_career(ida, "duplik", plays=4, wins=3, share=2 * WHOLE, points=61)
    Career.objects.create(player=ida, game="artem", plays=1, wins=0, share=WHOLE, points=9)
    shown = page(ida)
    assert shown.all_games is not None
    assert (shown.all_games.career.plays, shown.all_games.share) == (4, Fraction(1, 2))
    assert shown.all_games.points is None
    assert [(one.name, one.share, one.points) for one in shown.games] == [
        ("Duplik", Fraction(1, 2), Fraction(61, 4)),
        ("Artem", Fraction(1), Fraction(9)),
    ]


def test_it_shows_nothing_of_a_player_who_never_played(ida: Player) -> None:
    shown = page(ida)
    assert (shown.all_games, shown.current_season) == (None, None)
    assert not any((shown.games, shown.opponents, shown.facts, shown.latest_results, shown.seasons))


# Whom they met


def test_whom_they_met_most_comes_first(group: Group, ida: Player) -> None:
    joe, kim, lou = [a_player(group, name) for name in ("Joe", "Kim", "Lou")]
    a_meeting(ida, joe, 1, 1, 1)
    a_meeting(ida, kim, 4, 1, 0)
    a_meeting(ida, lou, 1, 0, 3)
    shown = page(ida)
    assert [(one.player.name, one.meetings) for one in shown.opponents] == [
        ("Kim", Meetings(kim.pk, 5, 4, 1)),
        ("Lou", Meetings(lou.pk, 4, 1, 0)),
        ("Joe", Meetings(joe.pk, 3, 1, 1)),
    ]
    assert [one.player.name for one in shown.nemeses] == ["Lou"]
    assert [one.player.name for one in shown.victims] == ["Kim"]
    assert [one.player.name for one in page(lou).victims] == ["Ida"]
    assert page(joe).nemeses == []


def test_outside_the_group_whoever_hides_is_met_without_an_address(
    group: Group, ida: Player
) -> None:
    joe = a_player(group, "Joe", hidden=True)
    kim = a_player(group, "Kim Berg", nickname="Kit")
    a_meeting(ida, joe, 1, 0, 1)
    a_meeting(ida, kim, 1, 0, 0)
    outside = [(one.player.name, one.player.url) for one in page(ida).opponents]
    assert outside == [("A player", ""), ("Kit", f"/g/thursday/player/{kim.pk}/")]
    inside = [(one.player.name, one.player.url) for one in page(ida, inside=True).opponents]
    assert inside == [
        ("Joe", f"/g/thursday/player/{joe.pk}/"),
        ("Kim Berg", f"/g/thursday/player/{kim.pk}/"),
    ]


def test_they_are_named_as_others_call_them(group: Group) -> None:
    joe = a_player(group, "Joe Berg", nickname="Sharpie")
    assert page(joe).name == "Sharpie"
    assert page(joe, inside=True).name == "Joe Berg"


# What their sessions say


def test_it_lists_facts_game_by_game_as_a_whole_and_by_subject(ida: Player) -> None:
    a_fact(ida, "canvas", "ribbons", 5, 4, "Unity")
    a_fact(ida, "canvas", "ribbons", 1, 2, "Composition")
    a_fact(ida, "canvas", "collected", 9, 4)
    a_fact(ida, "artem", "claiming", 3, 4)
    canvas = next(one for one in page(ida).facts if one.slug == "canvas")
    assert [(one.text, one.rate, one.is_share) for one in canvas.overall] == [
        ("9 ribbons in 4 paintings", Fraction(9, 4), False)
    ]
    (section,) = canvas.by_subject
    assert [(fact.label, fact.text) for fact in section.by_subject] == [
        ("Composition", "1 ribbon in 2 paintings"),
        ("Unity", "5 ribbons in 4 paintings"),
    ]
    assert {one.name for one in page(ida).facts} == {"Canvas", "Artem"}


def test_facts_of_other_players_are_not_on_the_page(group: Group, ida: Player) -> None:
    a_fact(a_player(group, "Joe"), "artem", "claiming", 3, 4)
    assert page(ida).facts == []


def test_the_latest_sessions_are_few_and_say_points_in_the_words_of_the_game(group: Group) -> None:
    group.shows_results = False
    sessions = [finished_table(group=group) for _ in range(LATEST + 1)]
    joe = group.players.get(name="Joe")
    shown = page(joe).latest_results
    assert len(shown) == LATEST == 10
    assert [one.result.session_id for one in shown[:2]] == [sessions[-1].pk, sessions[-2].pk]
    assert (shown[0].game, shown[0].points, shown[0].result_address) == ("Artem", "21 points", "")
    share(session=sessions[-1], shared=True)
    sessions[-1].refresh_from_db()
    assert page(joe).latest_results[0].result_address == f"/result/{sessions[-1].share_token}/"
    inside = page(joe, inside=True).latest_results
    assert inside[1].result_address == f"/table/{sessions[-2].uuid}/result/"


def test_a_session_of_unknown_day_comes_after_those_of_known_days(group: Group) -> None:
    first, second = finished_table(group=group), finished_table(group=group)
    Result.objects.filter(session=second).update(played_on=None)
    shown = page(group.players.get(name="Joe")).latest_results
    assert [one.result.session_id for one in shown] == [first.pk, second.pk]


# Seasons


def test_seasons_come_newest_first_with_the_value_of_the_table(group: Group, ida: Player) -> None:
    spring = a_season(group, "spring")
    summer = a_season(group, "summer", starts_on=date(2026, 6, 1), aggregate="average", minimum=5)
    a_tally(spring, ida, rank=2, plays=4)
    a_tally(summer, ida, rank=None, plays=3)
    shown = page(ida).seasons
    assert [(one.season, one.value, one.missing) for one in shown] == [
        (summer, Fraction(2, 3), 2),
        (spring, Fraction(2), 0),
    ]


def test_of_many_seasons_it_shows_the_latest(group: Group, ida: Player) -> None:
    for day in range(1, 14):
        season = a_season(group, f"season-{day}", starts_on=date(2026, 1, day))
        a_tally(season, ida)
    shown = page(ida).seasons
    assert len(shown) == MOST_SEASONS == 12
    assert [shown[0].season.slug, shown[-1].season.slug] == ["season-13", "season-2"]


def test_the_season_in_which_they_played_last_is_drawn(group: Group, ida: Player) -> None:
    """A season of which no day is known counts from its first on."""
    spring = a_season(group, "spring", last_day=date(2026, 5, 2))
    summer = a_season(group, "summer", starts_on=date(2026, 4, 1))
    for season in (spring, summer):
        a_tally(season, ida)
    days_of_play(spring, ida, 840, 1260, 0)
    days_of_play(summer, ida, 420)
    now = page(ida).current_season
    assert now is not None
    assert now.season == spring
    assert now.best_day == BestDay(date(2026, 1, 2), 1, Fraction(3, 2))
    assert now.chart is not None
    assert [row.values for row in now.chart.rows] == [("1",), ("2.5",), ("2.5",)]
    # From nothing at the left edge, and a third of the way on with each day.
    assert [dot.x for dot in now.chart.courses[0].dots] == [64, 209, 355, 500]
    Tally.objects.filter(season=spring).delete()
    summer_now = page(ida).current_season
    assert summer_now is not None
    assert summer_now.season == summer


def test_of_days_alike_the_latest_was_the_best(group: Group, ida: Player) -> None:
    season = a_season(group)
    a_tally(season, ida)
    days_of_play(season, ida, 840, 840, 420)
    now = page(ida).current_season
    assert now is not None
    assert now.best_day == BestDay(date(2026, 1, 2), 1, Fraction(1))


def test_days_that_brought_nothing_have_no_best(group: Group, ida: Player) -> None:
    season = a_season(group)
    a_tally(season, ida)
    days_of_play(season, ida, 0, 0)
    now = page(ida).current_season
    assert now is not None
    assert now.best_day is None
