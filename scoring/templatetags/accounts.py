"""What templates ask about accounts."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def sign_up() -> str:
    """Return who may make an account: "open", "invited" or "closed"."""
    return str(settings.SIGN_UP)
