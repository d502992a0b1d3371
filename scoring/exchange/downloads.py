"""Responses that are files, written line by line while they are sent."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import islice
from typing import Any

from django.http import StreamingHttpResponse

CSV = "text/csv; charset=utf-8"
JSON = "application/json"
NDJSON = "application/x-ndjson"
ZIP = "application/zip"
PIECE = 200  # lines


def file_response(
    lines: Iterable[str] | Iterable[bytes], name: str, content_type: str
) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Yield the lines of a CSV file, many at once: each piece is sent to the client by itself."""
    remaining = iter(rows)
    while some := list(islice(remaining, PIECE)):
        piece = StringIO()
        csv.writer(piece).writerows(some)
        yield piece.getvalue()
