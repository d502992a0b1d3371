"""Files to take away: sessions as documents or as a table of them, results as another table."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse

from scoring.documents.spreadsheet import harmless, table
from scoring.exchange.importer import export
from scoring.models import Result, Session

RESULT_COLUMNS = ("session", "game", "played_on", "place", "player", "rank", "points", "decided_by")
CSV = "text/csv; charset=utf-8"
JSON = "application/json"
NDJSON = "application/x-ndjson"
BATCH = 500

Naming = Callable[[Result], str]


def as_seated(result: Result) -> str:
    return result.seat.name


def documents_file(
    sessions: Iterable[Session], name: str = "sessions.ndjson"
) -> StreamingHttpResponse:
    return file(document_lines(sessions), name, NDJSON)


def table_file(sessions: Iterable[Session]) -> StreamingHttpResponse:
    """Uploaded again, it makes the same documents."""
    return file(csv_lines(table(export(sessions))), "sessions.csv", CSV)


def results_file(
    results: Iterable[Result], name: str = "results.csv", naming: Naming = as_seated
) -> StreamingHttpResponse:
    return file(csv_lines(result_rows(results, naming)), name, CSV)


def file(
    lines: Iterable[str] | Iterable[bytes], name: str, content_type: str
) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# Line by line


def document_lines(sessions: Iterable[Session]) -> Iterator[str]:
    return (json.dumps(document) + "\n" for document in export(sessions))


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    writer = csv.writer(_Line())
    return (writer.writerow(row) for row in rows)


def result_rows(results: Iterable[Result], naming: Naming = as_seated) -> Iterator[Iterable[Any]]:
    """One a seat of a finished session; `naming`: what its player is called."""
    yield RESULT_COLUMNS
    for result in results:
        yield (
            result.session.uuid,
            result.session.game,
            result.session.played_on or "",
            result.seat.place,
            harmless(naming(result)),
            result.rank,
            result.points,
            result.decided_by,
        )


class _Line:
    """What csv writes to; hands back each line."""

    def write(self, line: str) -> str:
        return line
