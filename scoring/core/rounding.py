"""Round exact fractions for people to read; halves go up (L-6)."""

from fractions import Fraction

HALF = Fraction(1, 2)


def percent(rate: Fraction) -> int:
    """All is 100 and nothing is 0, and nothing else is."""
    rounded = hundredths(rate)
    if rate in {0, 1}:
        return rounded
    return min(max(rounded, 1), 99)


def thousandths(value: Fraction) -> int:
    return _rounded(value * 1000)


def hundredths(value: Fraction) -> int:
    return _rounded(value * 100)


def _rounded(value: Fraction) -> int:
    return int((value + HALF) // 1)
