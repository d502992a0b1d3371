"""Names of cards, sets and editions in the reader's language."""

from django.template import Library

from games.canvas.wording import printed_name

register = Library()
register.filter("printed_name", printed_name)
