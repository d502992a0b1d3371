"""Round exact fractions for people to read; halves go up (L-6)."""

from fractions import Fraction


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
