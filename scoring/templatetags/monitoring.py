from django.template import Library

from scoring.monitoring.context import UNKNOWN, current_request_id

register = Library()


@register.simple_tag
def request_id() -> str:
    """Return the id that the log has of this request; "" outside of requests."""
    current = current_request_id()
    return "" if current == UNKNOWN else current
