"""The race over a season: a few points of a long one, ending where the table does."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from scoring.core.standings import thousandths
from scoring.leagues.queries import MOST_POINTS
from scoring.leagues.race import MOST_MARKS, race, sampled_values
from scoring.models import Group, PlayerDay, Season, Tally
from scoring.web.line_charts import BOTTOM, LEFT, RIGHT
from tests.builders.seasons import FIRST, season_of
from tests.builders.standings_pages import html_of, main_text, play_ranks, season_url
from tests.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


def named(season: Season) -> dict[int, str]:
    lines = Tally.objects.in_order().filter(season=season).select_related("player")
    return {line.player_id: line.player.name for line in lines}


def days(season: Season, number: int) -> date:
    """One line that gains 1 on every day of so many."""
    play_ranks(season, 1, 2)
    (player,) = Tally.objects.filter(season=season, game="", player__name="Ana").values_list(
        "player", flat=True
    )
    PlayerDay.objects.bulk_create(
        PlayerDay(
            season=season, player_id=player, day=FIRST + timedelta(days=day), plays=1, gained=840
        )
        for day in range(1, number)
    )
    return FIRST + timedelta(days=number - 1)


@pytest.mark.parametrize("aggregate", ["total", "average", "best"])
@pytest.mark.parametrize("game", ["", "artem"])
def test_it_ends_with_the_values_of_the_table(group: Group, aggregate: str, game: str) -> None:
    season = season_of(group, aggregate=aggregate, best=2)
    for day, ranks in enumerate([(1, 2, 3), (2, 1), (0, 2, 1), (3, 1, 2), (2, 0, 1)]):
        play_ranks(season, *ranks, day=day * 40)
    lines = Tally.objects.in_order(game).filter(season=season)
    season.refresh_from_db()
    assert season.last_day
    actual = sampled_values(season, game, season.last_day, [line.player_id for line in lines])
    assert {player: course[-1] for player, course in actual.values.items()} == {
        line.player_id: thousandths(season.rules, line.sum, line.plays) for line in lines
    }
    assert actual.days == tuple([FIRST + timedelta(days=40 * day) for day in range(5)])


@pytest.mark.parametrize("number", [2, MOST_POINTS, 364])
def test_it_takes_a_few_points_of_a_season_of_any_length(group: Group, number: int) -> None:
    season = season_of(group)
    last = days(season, number)
    actual = sampled_values(season, "", last, list(named(season)))
    ana = actual.values[next(iter(named(season)))]
    assert len(actual.days) == min(number, MOST_POINTS)
    assert all(one < other for one, other in pairwise(actual.days))
    assert actual.days[-1] == last
    assert ana[-1] == number * 1_000
    # The value is the one of its day: a point for each day until then.
    assert [value for value in ana if value] == [
        1_000 * ((day - FIRST).days + 1) for day in actual.days
    ]


def test_days_between_which_nobody_played_are_no_points(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2)
    play_ranks(season, 1, 2, day=300)
    assert (
        len(sampled_values(season, "", FIRST + timedelta(days=300), list(named(season))).days) == 2
    )


def test_an_average_begins_with_the_first_play_and_a_total_with_nothing(group: Group) -> None:
    for aggregate, first in (("average", None), ("total", 0)):
        season = season_of(group, league=aggregate, aggregate=aggregate)
        play_ranks(season, 1, 2)
        play_ranks(season, 1, 0, 2, day=1)
        names = {name: player for player, name in named(season).items()}
        actual = sampled_values(season, "", FIRST + timedelta(days=1), list(names.values()))
        assert actual.values[names["Cleo"]] == (first, 0)


def test_its_lines_lie_within_the_drawing_and_look_different(group: Group) -> None:
    season = season_of(group)
    for day in range(40):
        play_ranks(season, *((1, 2, 3, 4) if day % 3 else (2, 1, 4, 3)), day=day * 5)
    season.refresh_from_db()
    drawn = race(season, "", season.last_day, named(season))
    assert drawn
    for line in drawn.courses:
        dots = [tuple(map(int, dot.split(","))) for dot in line.path.split()]
        assert dots[0] == (LEFT, BOTTOM)
        assert dots[-1][0] == RIGHT
        assert all(one[0] < other[0] for one, other in pairwise(dots))
        assert len(line.marks) <= MOST_MARKS
    assert len({line.dash for line in drawn.courses}) == len(drawn.courses)
    assert len({line.label.y for line in drawn.courses}) == len(drawn.courses)


def test_its_ticks_are_in_what_the_table_shows(group: Group) -> None:
    season = season_of(group, aggregate="average")
    play_ranks(season, 1, 2)
    drawn = race(season, "", FIRST, named(season))
    assert drawn
    assert [tick.value for tick in drawn.ticks] == ["0", "0.5", "1"]


def test_it_draws_nothing_of_an_empty_season(group: Group) -> None:
    season = season_of(group)
    assert race(season, "", None, {}) is None
    assert "The race" not in html_of(season_url(season))


def test_a_line_without_days_is_left_out(group: Group) -> None:
    season = season_of(group, aggregate="average")
    play_ranks(season, 1, 2, 3)
    PlayerDay.objects.filter(player__name="Ben").delete()
    drawn = race(season, "", FIRST, named(season))
    assert drawn
    assert [line.name for line in drawn.courses] == ["Ana", "Cleo"]
    assert [row.values for row in drawn.rows] == [("1", "0")]


def test_the_page_says_the_same_numbers_in_a_table(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2, 3)
    play_ranks(season, 2, 1, 3, day=30)
    html = html_of(season_url(season))
    chart = html[html.index('<figure class="chart">') : html.index("</figure>")]
    assert words(chart).endswith(
        "The same numbers as a table Ana Ben Cleo 1 Jan 2026 1 0.5 0 31 Jan 2026 1.5 1.5 0"
    )
    assert "At its end: Ana 1.5; Ben 1.5; Cleo 0" in main_text(html)


def test_the_drawing_has_both_dates_and_each_player_to_highlight(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2)
    play_ranks(season, 2, 1, day=30)
    html = html_of(season_url(season))
    drawing = words(html[html.index("<svg viewBox") : html.index("</figure>")])
    assert "1 Jan 2026 31 Jan 2026" in drawing
    assert "Show one player Ana Ben The same numbers" in drawing


def test_eight_are_drawn_and_have_their_marks_in_the_table(group: Group) -> None:
    season = season_of(group)
    names = [f"Player {number}" for number in range(10)]
    for day in range(5):
        play_ranks(season, 1, 2, names=names[2 * day : 2 * day + 2], day=day)
    html = html_of(season_url(season))
    assert html.count('<g class="course') == 8
    table = html[html.index("data-sortable") : html.index('id="behind"')]
    assert table.count('<svg class="mark') == 8
