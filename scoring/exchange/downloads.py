"""Responses that are files, written line by line while they are sent."""

import csv
import re
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
# A spreadsheet would take these for formulas; a quote before them makes them text.
FORMULA = re.compile(r"'*[=+\-@\t\r]")


def file_response(
    lines: Iterable[str] | Iterable[bytes], name: str, content_type: str
) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def harmless(text: str) -> str:
    """Return a text as a spreadsheet shows it, also where it would take it for a formula."""
    return f"'{text}" if FORMULA.match(text) else text


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Yield the lines of a CSV file, many at once: each piece is sent to the client by itself."""
    remaining = iter(rows)
    while some := list(islice(remaining, PIECE)):
        piece = StringIO()
        csv.writer(piece).writerows(some)
        yield piece.getvalue()
