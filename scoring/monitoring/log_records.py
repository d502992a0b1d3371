"""What log handlers write of a record: with the id of the request, without its path."""

import logging
import re
import time

from django.http import HttpRequest

from scoring.monitoring.context import current_request_id, route_of

ORIGIN = re.compile(r"(https?://[^/\s]+)/\S*")


class RequestFilter(logging.Filter):
    """Add the request's id, and write the route where Django would write the path.

    Django also hands over the request itself, which formatters print with its address."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id()
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            record.args = tuple(_without_path(arg, request) for arg in record.args)
        return True


def _without_path(arg: object, request: HttpRequest) -> object:
    """Return what a record says, with the route for the path, and of other addresses the origin.

    A request without a valid CSRF token is logged with its `Referer`."""
    if arg == request.path:
        return route_of(request)
    return ORIGIN.sub(r"\1", arg) if isinstance(arg, str) else arg


class TextFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s [%(request_id)s] %(name)s: %(message)s",
            datefmt="%Y-%m-%dT%H:%M:%SZ",
        )
        self.converter = time.gmtime
