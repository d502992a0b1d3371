"""A value of a table, as it is shown."""

from django.template import Library

from scoring.rehearsal import decimals

register = Library()
register.filter("shown", decimals)
