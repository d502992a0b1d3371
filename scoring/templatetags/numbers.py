"""Exact numbers as people read them."""

from fractions import Fraction

from django.template import Library
from django.utils.translation import gettext as _

from scoring import careers
from scoring.standings_wording import shown

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
    return shown(thousandths)


@register.filter
def percent(rate: Fraction | None) -> str:
    return "–" if rate is None else _("%(number)d%%") % {"number": careers.percent(rate)}
