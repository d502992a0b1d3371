"""Split the label of a choice for `web/field.html`."""

import re
from typing import NamedTuple

from django.template import Library

register = Library()
COLON = re.compile(r"(\s?:)\s+")  # French has a space before it


class Titled(NamedTuple):
    title: str
    colon: str = ""
    meaning: str = ""


@register.filter
def titled(label: object) -> Titled:
    """Return the title of a choice, and what its label says after a colon."""
    return Titled(*COLON.split(str(label), maxsplit=1))
