"""Icons of paintings and ribbons."""

from functools import lru_cache

from django.template import Library
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = Library()


@register.simple_tag
@lru_cache(maxsize=32)
def icon(name: str) -> SafeString:
    """Return an icon, of which a table shows hundreds; rendered once for each name."""
    return render_to_string("canvas/_icon.html", {"icon": name})
