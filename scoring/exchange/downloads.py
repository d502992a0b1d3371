"""Responses that are files, written line by line while they are sent."""

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse

CSV = "text/csv; charset=utf-8"
JSON = "application/json"
NDJSON = "application/x-ndjson"
ZIP = "application/zip"


def file_response(
    lines: Iterable[str] | Iterable[bytes], name: str, content_type: str
) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    writer = csv.writer(_ReturnsLines())
    return (writer.writerow(row) for row in rows)


class _ReturnsLines:
    """A file for csv to write to that returns each line to whoever wrote it."""

    def write(self, line: str) -> str:
        return line
