"""Whom a player beats least and most often."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.statistics.rivals import Meetings, nemeses, victims

counts = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)).filter(any)


def met(other: int, ahead: int, tied: int, behind: int) -> Meetings:
    return Meetings(other, ahead + tied + behind, ahead, tied)


def others(meetings: list[Meetings]) -> list[int]:
    return [one.other for one in meetings]


def test_a_tie_counts_half() -> None:
    assert met(1, ahead=1, tied=1, behind=2).beaten == Fraction(3, 8)
    assert met(1, ahead=1, tied=1, behind=2).behind == 2


@pytest.mark.parametrize(
    ("meetings", "nemesis", "victim"),
    [
        pytest.param([], [], [], id="nobody was met"),
        pytest.param([met(1, 0, 0, 2), met(2, 2, 0, 0)], [], [], id="twice is not enough"),
        pytest.param([met(1, 0, 0, 3), met(2, 3, 0, 0)], [1], [2], id="three times is"),
        pytest.param([met(1, 1, 0, 3), met(2, 0, 1, 3)], [2], [], id="the least beaten"),
        pytest.param([met(1, 3, 1, 0), met(2, 4, 0, 0)], [], [2], id="the most beaten"),
        pytest.param([met(1, 2, 0, 2), met(2, 0, 4, 0)], [], [], id="half is neither"),
        pytest.param([met(1, 1, 0, 2), met(2, 2, 0, 4)], [2], [], id="alike: the most met"),
        pytest.param([met(1, 1, 0, 2), met(2, 1, 0, 2)], [1, 2], [], id="alike in all: both"),
        pytest.param([met(1, 2, 0, 1), met(2, 4, 0, 2)], [], [2], id="a victim, the most met"),
    ],
)
def test_nemesis_and_victim(
    meetings: list[Meetings], nemesis: list[int], victim: list[int]
) -> None:
    assert others(nemeses(meetings)) == nemesis
    assert others(victims(meetings)) == victim


@given(st.lists(counts, max_size=8))
def test_nobody_is_both_nemesis_and_victim(rows: list[tuple[int, int, int]]) -> None:
    meetings = [met(other, *row) for other, row in enumerate(rows)]
    assert not set(others(nemeses(meetings))) & set(others(victims(meetings)))


@given(st.lists(counts, max_size=8))
def test_my_nemesis_beats_me_as_often_as_i_am_their_victim(
    rows: list[tuple[int, int, int]],
) -> None:
    meetings = [met(other, *row) for other, row in enumerate(rows)]
    turned = [met(one.other, one.behind, one.tied, one.ahead) for one in meetings]
    assert others(nemeses(meetings)) == others(victims(turned))
