"""Round exact fractions for people to read; halves go up (L-6)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

MOST_DECIMALS = 3


def percent(rate: Fraction) -> int:
    """Return whole percents, which are 100 only for all and 0 only for nothing."""
    rounded = hundredths(rate)
    if rate in {0, 1}:
        return rounded
    return min(max(rounded, 1), 99)


def thousandths(value: Fraction) -> int:
    return rounded_quotient(1_000 * value.numerator, value.denominator)


def hundredths(value: Fraction) -> int:
    return rounded_quotient(100 * value.numerator, value.denominator)


def rounded_quotient(dividend: int, divisor: int) -> int:
    return (2 * dividend + divisor) // (2 * divisor)


def rounded(value: Fraction, decimals: int) -> int:
    """Return the value in units of its last decimal."""
    return rounded_quotient(10**decimals * value.numerator, value.denominator)


def decimals_for(*columns: Sequence[Fraction]) -> int:
    """Return the fewest decimals at which unequal neighbours look unequal: one to three (L-6).

    None if all values are whole. Neighbours are those of one column; all columns get the same
    number of decimals."""
    if all(value.denominator == 1 for column in columns for value in column):
        return 0
    for decimals in range(1, MOST_DECIMALS):
        if not any(_look_equal(column, decimals) for column in columns):
            return decimals
    return MOST_DECIMALS


def _look_equal(column: Sequence[Fraction], decimals: int) -> bool:
    """Return whether two neighbours that differ would look the same."""
    shown = [rounded(value, decimals) for value in column]
    return any(
        mine == other and value != other_value
        for (mine, other), (value, other_value) in zip(
            pairwise(shown), pairwise(column), strict=True
        )
    )
