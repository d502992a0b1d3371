"""People as pages show them."""

from hashlib import blake2b
from typing import Any

from django.template import Library

from scoring.models.sessions import MOST_SEATS

register = Library()

SHAPES = ("circle", "square", "arch", "quarter", "diamond")


@register.inclusion_tag("web/_seal.html")
def seal(number: int, name: str) -> dict[str, Any]:
    """Show a player by the first letter of their name, on a shape and a colour by their number."""
    shape, colour = blake2b(str(number).encode(), digest_size=2).digest()
    return {
        "letter": name[:1].upper(),
        "shape": SHAPES[shape % len(SHAPES)],
        "place": colour % MOST_SEATS + 1,
    }
