"""Exact fractions are rounded so that what differs looks different (L-6)."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.rounding import MOST_DECIMALS, decimals_for, rounded


@pytest.mark.parametrize(
    ("values", "decimals"),
    [
        pytest.param([], 0, id="L-6: nobody"),
        pytest.param(["12", "9", "9", "0"], 0, id="L-6: all whole"),
        pytest.param(["5/2", "2", "0"], 1, id="L-6: halves"),
        pytest.param(["2/3", "2/3"], 1, id="L-6: equal neighbours may look equal"),
        pytest.param(["181/25", "719/100", "0"], 2, id="L-6: 7.24 and 7.19 are both 7.2"),
        pytest.param(["719/100", "0", "181/25"], 1, id="L-6: no neighbours"),
        pytest.param(["1/8", "63/500"], 3, id="L-6: 0.125 and 0.126"),
        pytest.param(["5001/10000", "1/2"], 3, id="L-6: three at most"),
    ],
)
def test_unequal_neighbours_look_unequal(values: list[str], decimals: int) -> None:
    assert decimals_for([Fraction(value) for value in values]) == decimals


def test_neighbours_are_those_of_one_column() -> None:
    """L-6: the value of a player below the line is compared with no ranked one."""
    assert decimals_for([Fraction(181, 25)], [Fraction(719, 100)]) == 1


@given(st.lists(st.fractions(0, 20, max_denominator=840), max_size=6))
def test_fewer_decimals_would_hide_a_difference(values: list[Fraction]) -> None:
    """L-6"""
    decimals = decimals_for(values)
    pairs = [pair for pair in pairwise(values) if pair[0] != pair[1]]
    if decimals < MOST_DECIMALS:
        assert all(rounded(mine, decimals) != rounded(other, decimals) for mine, other in pairs)
    if decimals > 1:
        assert any(
            rounded(mine, decimals - 1) == rounded(other, decimals - 1) for mine, other in pairs
        )
