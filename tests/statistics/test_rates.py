"""What a player's evenings come to: rates, nemesis and favourite victim, who leads."""

from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.rounding import percent
from scoring.statistics.rates import Meetings, average_share, leading, nemeses, rate, victims
from scoring.web.numbers import decimals, hundredths
from scoring.web.numbers import percent as shown_percent

fractions = st.fractions(min_value=0, max_value=1, max_denominator=10_000)
counts = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)).filter(any)


def met(other: int, ahead: int, level: int, behind: int) -> Meetings:
    return Meetings(other, ahead + level + behind, ahead, level)


def others(found: list[Meetings]) -> list[int]:
    return [one.other for one in found]


def test_level_counts_half() -> None:
    assert met(1, ahead=1, level=1, behind=2).beaten == Fraction(3, 8)
    assert met(1, ahead=1, level=1, behind=2).behind == 2


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
    turned = [met(one.other, one.behind, one.level, one.ahead) for one in meetings]
    assert others(nemeses(meetings)) == others(victims(turned))


def test_an_average_is_exact() -> None:
    assert average_share(840 + 420 + 280, 3) == Fraction(11, 18)
    assert average_share(0, 0) is None
    assert rate(3, 0) is None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Fraction(2, 3), "0.667"),
        (Fraction(1, 2), "0.5"),
        (Fraction(10), "10"),
        (Fraction(0), "0"),
        (Fraction(1, 2000), "0.001"),
        (Fraction(25, 2), "12.5"),
        (None, "–"),
    ],
)
def test_values_have_three_decimals_at_most_and_no_trailing_zeros(
    value: Fraction | None, said: str
) -> None:
    assert decimals(value) == said


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    with translation.override("fr"):
        assert decimals(Fraction(2, 3)) == "0,667"
    assert hundredths(Fraction(2, 3)) == "0.67"
    assert shown_percent(Fraction(2, 3)) == "67%"
    assert shown_percent(None) == "–"


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Fraction(1, 400), 1),
        (Fraction(1, 100), 1),
        (Fraction(1, 8), 13),
        (Fraction(199, 200), 99),
        (Fraction(399, 400), 99),
    ],
)
def test_a_percentage_is_rounded_but_never_to_nothing_or_all(share: Fraction, said: int) -> None:
    assert percent(share) == said


@given(fractions)
def test_all_is_a_hundred_percent_and_nothing_else_is(share: Fraction) -> None:
    assert (percent(share) == 100) == (share == 1)
    assert (percent(share) == 0) == (share == 0)
    assert 0 <= percent(share) <= 100


@pytest.mark.parametrize(
    ("counted", "least", "who"),
    [
        pytest.param([], 1, [], id="nobody"),
        pytest.param([(1, 1, 2), (2, 2, 3)], 1, [2], id="the higher rate"),
        pytest.param([(1, 3, 3), (2, 40, 60)], 10, [2], id="one lucky round does not lead"),
        pytest.param([(1, 3, 3)], 10, [], id="nobody had occasion often enough"),
        pytest.param([(1, 3, 10), (2, 9, 9)], 10, [1], id="just often enough"),
        pytest.param([(1, 1, 1)], 1, [1], id="once"),
        pytest.param([(1, 5, 10), (2, 10, 20)], 1, [2], id="alike: who had more occasions"),
        pytest.param([(1, 5, 10), (2, 5, 10)], 1, [1, 2], id="alike in all: both"),
        pytest.param([(1, 0, 50)], 1, [], id="nobody leads with nothing"),
        pytest.param([(1, 0, 0)], 0, [], id="no occasion at all"),
    ],
)
def test_who_leads(counted: list[tuple[int, int, int]], least: int, who: list[int]) -> None:
    assert leading(counted, least) == who
