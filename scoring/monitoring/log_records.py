"""Format records of the log: with the id of the request, without its path."""

import logging
import re
import time
from typing import Any
from urllib.parse import unquote_plus

from django.http import HttpRequest
from pythonjsonlogger.json import JsonFormatter as PlainJsonFormatter

from scoring.monitoring.context import current_request, current_request_id, route_of

ORIGIN = re.compile(r"(https?://[^/\s]+)/\S*")
SHORTEST_CODE = 10  # letters of a part of a path; shorter ones are words, as in names of files
SHORTEST_VALUE = 6  # letters of a query, or of a value in it
MOST_VALUES = 20  # of a query
HIDDEN = "…"


class RequestFilter(logging.Filter):
    """Add the request's id, and write the route where Django would write the path.

    Django also hands over the request itself, which formatters print with its address."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id()
        handed = record.__dict__.pop("request", None)
        request = handed if isinstance(handed, HttpRequest) else current_request.get()
        if request is not None and isinstance(record.args, tuple):
            record.args = tuple(_without_path(arg, request) for arg in record.args)
        return True


def _without_path(arg: object, request: HttpRequest) -> object:
    """Return what a record says, with the route for the path, and of other addresses the origin.

    A request without a valid CSRF token is logged with its `Referer`."""
    if arg == request.path:
        return route_of(request)
    return ORIGIN.sub(r"\1", arg) if isinstance(arg, str) else arg


def without_address(text: str) -> str:
    """Leave out of a traceback what is in the address of the request that this thread answers.

    An error may name it, as that of an address which leads nowhere does."""
    request = current_request.get()
    if request is None:
        return text
    query = request.META.get("QUERY_STRING", "")
    values = [pair.rpartition("=")[2] for pair in query.split("&", MOST_VALUES)[:MOST_VALUES]]
    path = request.path_info
    hidden = {part for part in path.split("/") if len(part) >= SHORTEST_CODE}
    whole = (path.strip("/"), query, *values, *map(unquote_plus, values))
    hidden |= {part for part in whole if len(part) >= SHORTEST_VALUE}
    for part in sorted(hidden, key=len, reverse=True):
        text = text.replace(part, HIDDEN)
    return text


class TextFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s [%(request_id)s] %(name)s: %(message)s",
            datefmt="%Y-%m-%dT%H:%M:%SZ",
        )
        self.converter = time.gmtime

    def formatException(self, ei: Any) -> str:  # noqa: N802 (logging's name)
        return without_address(super().formatException(ei))


class JsonFormatter(PlainJsonFormatter):
    def formatException(self, ei: Any) -> Any:  # noqa: N802 (logging's name)
        traceback = super().formatException(ei)
        return without_address(traceback) if isinstance(traceback, str) else traceback
