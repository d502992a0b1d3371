"""Exact numbers as people read them."""

from decimal import Decimal
from fractions import Fraction

from django.template import Library
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring import careers

register = Library()


@register.filter
def decimals(value: Fraction | None) -> str:
    """Three decimals at most, and no trailing zeros (L-6)."""
    return "–" if value is None else of_thousand(careers.thousandths(value))


@register.filter
def hundredths(value: Fraction | None) -> str:
    """Of what is no value of a table: two decimals are enough."""
    return "–" if value is None else of_thousand(10 * careers.hundredths(value))


@register.filter
def of_thousand(thousandths: int) -> str:
    whole = Decimal(thousandths).scaleb(-3)
    return number_format(f"{whole:f}".rstrip("0").rstrip("."))


@register.filter
def percent(rate: Fraction | None) -> str:
    return "–" if rate is None else _("%(number)d%%") % {"number": careers.percent(rate)}
