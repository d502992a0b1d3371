"""Write exact numbers as people read them, with the decimal separator of their language."""

from fractions import Fraction

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


def with_decimals(number: int, decimals: int, separator: str | None = None) -> str:
    """Write a number that is given without its separator, with exactly so many decimals."""
    digits = f"{abs(number):0{decimals + 1}}"
    sign = "-" if number < 0 else ""
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
