"""Rates of a player, how they are written, and who leads."""

from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.rounding import percent
from scoring.statistics.rates import average_share, leading, rate
from scoring.web.numbers import decimals, hundredths
from scoring.web.numbers import percent as shown_percent

fractions = st.fractions(min_value=0, max_value=1, max_denominator=10_000)


def test_an_average_is_exact() -> None:
    assert average_share(840 + 420 + 280, 3) == Fraction(11, 18)
    assert average_share(0, 0) is None
    assert rate(3, 0) is None


@pytest.mark.parametrize(
    ("value", "shown"),
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
    value: Fraction | None, shown: str
) -> None:
    assert decimals(value) == shown


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    with translation.override("fr"):
        assert decimals(Fraction(2, 3)) == "0,667"
    assert hundredths(Fraction(2, 3)) == "0.67"
    assert shown_percent(Fraction(2, 3)) == "67%"
    assert shown_percent(None) == "–"


@pytest.mark.parametrize(
    ("share", "rounded"),
    [
        (Fraction(1, 400), 1),
        (Fraction(1, 100), 1),
        (Fraction(1, 8), 13),
        (Fraction(199, 200), 99),
        (Fraction(399, 400), 99),
    ],
)
def test_a_percentage_is_rounded_but_never_to_nothing_or_all(share: Fraction, rounded: int) -> None:
    assert percent(share) == rounded


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
        pytest.param([(1, 3, 3), (2, 40, 60)], 10, [2], id="one lucky round is not enough to lead"),
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
