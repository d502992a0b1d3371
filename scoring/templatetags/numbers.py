"""Template filters for exact numbers."""

from django.template import Library

from scoring.web import numbers

register = Library()

register.filter("decimals", numbers.decimals)
register.filter("hundredths", numbers.hundredths)
register.filter("ordinal", numbers.ordinal)
register.filter("percent", numbers.percent)
