"""Write exact numbers as people read them, with the decimal separator of their language."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core import rounding


def decimal_separator() -> str:
    """Return that of the reader's language; look it up once where many numbers follow."""
    return str(get_format("DECIMAL_SEPARATOR"))


def from_thousandths(thousandths: int, separator: str | None = None) -> str:
    """Write a number of thousandths with at most three decimals, no trailing zeros (L-6)."""
    sign = "-" if thousandths < 0 else ""
    whole, rest = divmod(abs(thousandths), 1_000)
    if not rest:
        return f"{sign}{whole}"
    decimals = f"{rest:03}".rstrip("0")
    return f"{sign}{whole}{separator or decimal_separator()}{decimals}"


@dataclass(frozen=True, slots=True)
class ValueColumn:
    """Write the values of standings, all with the same number of decimals (L-6)."""

    decimals: int
    separator: str

    @classmethod
    def of(cls, *columns: Sequence[Fraction], separator: str | None = None) -> "ValueColumn":
        """Return one for these values: those of players above one another, in their order."""
        return cls(rounding.decimals_for(*columns), separator or decimal_separator())

    def number(self, value: Fraction) -> str:
        return with_decimals(rounding.rounded(value, self.decimals), self.decimals, self.separator)

    def is_barely_above(self, value: Fraction, below: Fraction | None) -> bool:
        """Return whether the value is greater than the one below it and looks the same."""
        return below is not None and value > below and self.number(value) == self.number(below)

    def value(self, value: Fraction, below: Fraction | None = None) -> str:
        """Write a value; say so where it is greater than the one below and looks the same."""
        number = self.number(value)
        if self.is_barely_above(value, below):
            return _("%(number)s (higher)") % {"number": number}
        return number

    def apart(self, value: Fraction, other: Fraction) -> str:
        """Write the difference of what is shown of two values; if it is none, that it is small."""
        shown = [rounding.rounded(each, self.decimals) for each in (value, other)]
        apart = abs(shown[0] - shown[1])
        number = with_decimals(apart or 1, self.decimals, self.separator)
        return number if apart or value == other else f"< {number}"

    def values(self, column: Sequence[Fraction]) -> list[str]:
        """Write the values of players above one another."""
        return [self.value(value, below) for value, below in zip_longest(column, column[1:])]


def with_decimals(number: int, decimals: int, separator: str | None = None) -> str:
    """Write a number that is given without its separator, with exactly so many decimals."""
    sign = "-" if number < 0 else ""
    if not decimals:
        return f"{sign}{abs(number)}"
    digits = f"{abs(number):0{decimals + 1}}"
    whole, rest = digits[:-decimals], digits[-decimals:]
    return f"{sign}{whole}{separator or decimal_separator()}{rest}"


def decimals(value: Fraction | None) -> str:
    """Write a number with at most three decimals; a dash for None."""
    return "–" if value is None else from_thousandths(rounding.thousandths(value))


def hundredths(value: Fraction | None) -> str:
    """Write a number with at most two decimals, enough where it is no value of the standings."""
    return "–" if value is None else from_thousandths(10 * rounding.hundredths(value))


def percent(rate: Fraction | None) -> str:
    return "–" if rate is None else _("%(number)d%%") % {"number": rounding.percent(rate)}


def ordinal(number: int) -> str:
    """Write which place it is: 1st, 2nd, 3rd."""
    if number == 1:
        return _("1st")
    in_english = number % 10 if number % 100 not in range(11, 14) else 0
    return _ENDINGS.get(in_english, _TH) % {"number": number}


# English has four of them, French one.
_ENDINGS = {
    1: gettext_lazy("%(number)dst"),
    2: gettext_lazy("%(number)dnd"),
    3: gettext_lazy("%(number)drd"),
}
_TH = gettext_lazy("%(number)dth")
