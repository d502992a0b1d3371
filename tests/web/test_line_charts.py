"""The chart of the points of a session, made only of its steps."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contract import Step
from scoring.web.line_charts import (
    BOTTOM,
    DASHES,
    HALF_A_MARK,
    LABEL_GAP,
    LEFT,
    LOWEST_LABEL,
    MOST_MARKS,
    MOST_TICKS,
    RIGHT,
    TOP,
    Dot,
    Mark,
    apart,
    points_chart,
    shortened,
    tick_values,
)

PLACES = {"Ida": 1, "Joe": 2}


def steps(*points: tuple[int, int]) -> list[Step]:
    return [
        Step(f"Turn {number}", {"Ida": ida, "Joe": joe})
        for number, (ida, joe) in enumerate(points, 1)
    ]


def test_it_draws_nothing_before_the_first_step() -> None:
    assert points_chart([], PLACES) is None


def test_a_line_goes_from_nothing_at_the_left_to_the_last_step_at_the_right() -> None:
    drawn = points_chart(steps((0, 5), (10, 5)), PLACES)
    assert drawn is not None
    ida, joe = drawn.courses
    assert [(dot.x, dot.y) for dot in ida.dots] == [
        (LEFT, BOTTOM),
        ((LEFT + RIGHT) // 2, BOTTOM),
        (RIGHT, TOP),
    ]
    assert joe.dots[1].y == joe.dots[2].y == (TOP + BOTTOM) // 2
    assert (ida.last_value, joe.last_value) == ("10", "5")


def test_where_everything_is() -> None:
    """In a drawing of 720 by 440, whose names are to the right of the lines."""
    drawn = points_chart(steps((0, 5), (10, 5)), PLACES)
    assert drawn is not None
    assert (drawn.width, drawn.height) == (720, 440)
    assert (drawn.left, drawn.right, drawn.bottom) == (64, 500, 384)
    assert [line.path for line in drawn.courses] == [
        "64,384 282,384 500,24",
        "64,384 282,204 500,204",
    ]
    assert [line.marks for line in drawn.courses] == [
        (Mark("272", "374"), Mark("490", "14")),
        (Mark("272", "194"), Mark("490", "194")),
    ]
    assert [line.label for line in drawn.courses] == [Dot(548, 24), Dot(548, 204)]
    assert [(tick.value, tick.y) for tick in drawn.ticks] == [("0", 384), ("5", 204), ("10", 24)]


def test_labels_of_level_lines_are_pushed_apart_from_the_lowest_up() -> None:
    assert apart([24, 24, 380, 384, 200]) == [24, 58, 374, 408, 200]


@pytest.mark.parametrize(
    ("dots", "marks"),
    [(13, 12), (14, 7), (25, 12), (26, 9)],
)
def test_a_line_has_a_mark_at_every_so_many_dots(dots: int, marks: int) -> None:
    drawn = points_chart(steps(*[(at, 0) for at in range(1, dots)]), PLACES)
    assert drawn is not None
    assert [len(line.marks) for line in drawn.courses] == [marks, marks]


def test_the_table_beside_it_has_the_same_numbers_in_the_order_of_the_seats() -> None:
    drawn = points_chart(steps((0, 5), (10, 5)), PLACES)
    assert drawn is not None
    assert [(row.label, row.values) for row in drawn.rows] == [
        ("Turn 1", ("0", "5")),
        ("Turn 2", ("10", "5")),
    ]


def test_everyone_has_a_dash_of_their_own() -> None:
    names = [f"P{place}" for place in range(1, 9)]
    step = Step("Round 1", dict.fromkeys(names, 3))
    drawn = points_chart([step], {name: place for place, name in enumerate(names, 1)})
    assert drawn is not None
    assert sorted({line.dash for line in drawn.courses}) == sorted(DASHES)


def test_names_never_cover_each_other_also_when_all_are_level() -> None:
    names = [f"P{place}" for place in range(1, 9)]
    for points in (0, 7):
        step = Step("Round 1", dict.fromkeys(names, points))
        drawn = points_chart([step], {name: place for place, name in enumerate(names, 1)})
        assert drawn is not None
        ys = sorted(line.label.y for line in drawn.courses)
        assert min(below - above for above, below in pairwise(ys)) >= LABEL_GAP


@given(st.lists(st.integers(TOP, BOTTOM), min_size=1, max_size=8))
def test_eight_names_find_room_wherever_they_are_wanted(wanted: list[int]) -> None:
    settled = apart(wanted)
    assert all(TOP <= y <= LOWEST_LABEL for y in settled)
    ordered = sorted(settled)
    assert all(below - above >= LABEL_GAP for above, below in pairwise(ordered))
    # Nobody's label changes places with another's.
    pairs = sorted(zip(wanted, settled, strict=True))
    assert [settled for _, settled in pairs] == ordered


@given(st.integers(-50, 0), st.integers(0, 500))
def test_ticks_are_few_and_hold_every_point(least: int, most: int) -> None:
    values = tick_values(least, most)
    assert values[0] <= least
    assert values[-1] >= most
    assert 2 <= len(values) <= MOST_TICKS + 2
    assert 0 in values


@pytest.mark.parametrize(
    ("most", "values"),
    [
        pytest.param(0, [0, 1], id="nothing yet"),
        pytest.param(4, [0, 1, 2, 3, 4], id="one by one"),
        pytest.param(14, [0, 5, 10, 15], id="by fives"),
        pytest.param(8, [0, 2, 4, 6, 8], id="by twos"),
        pytest.param(9, [0, 5, 10], id="no more than four steps"),
        pytest.param(28, [0, 10, 20, 30], id="by tens"),
        pytest.param(80, [0, 20, 40, 60, 80], id="by twenties"),
        pytest.param(90, [0, 50, 100], id="by fifties"),
    ],
)
def test_ticks_are_round_numbers(most: int, values: list[int]) -> None:
    assert tick_values(0, most) == values


def test_a_long_evening_marks_its_lines_now_and_then_and_always_at_the_end() -> None:
    drawn = points_chart(steps(*[(at, 0) for at in range(100)]), PLACES)
    assert drawn is not None
    ida = drawn.courses[0]
    assert len(ida.dots) == 101
    assert len(ida.marks) <= MOST_MARKS
    last = ida.dots[-1]
    assert ida.marks[-1] == Mark(str(last.x - HALF_A_MARK), str(last.y - HALF_A_MARK))
    assert drawn.last == "Turn 100"


def test_a_path_has_whole_numbers_only() -> None:
    drawn = points_chart(steps((1, 2), (3, 3), (7, 3)), PLACES)
    assert drawn is not None
    assert all(re.fullmatch(r"(\d+,\d+ ?)+", line.path) for line in drawn.courses)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Bartholomea", "Bartholomea"),
        ("Maximiliano ", "Maximiliano "),
        ("Maximilianoff", "Maximiliano…"),
        ("Bartholomew von Gent", "Bartholomew…"),
        ("Anna Maria von Gent", "Anna Maria…"),
        ("Zoë", "Zoë"),
    ],
)
def test_a_long_name_is_shortened_beside_its_line(name: str, short: str) -> None:
    assert shortened(name) == short
