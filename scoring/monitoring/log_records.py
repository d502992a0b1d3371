"""What log handlers write of a record: with the id of the request, without its path."""

import logging
import time

from django.http import HttpRequest

from scoring.monitoring.context import current_request_id, route_of


class RequestFilter(logging.Filter):
    """Add the request's id, and write the route where Django would write the path.

    Django also hands over the request itself, which formatters print with its address."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id()
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            route = route_of(request)
            record.args = tuple(route if arg == request.path else arg for arg in record.args)
        return True


class TextFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s [%(request_id)s] %(name)s: %(message)s",
            datefmt="%Y-%m-%dT%H:%M:%SZ",
        )
        self.converter = time.gmtime
