"""Files to take away: sessions as documents or as a table of them, results as another table."""

import csv
import json
from collections.abc import Iterable, Iterator

from django.http import StreamingHttpResponse

from scoring.document_table import harmless, table
from scoring.models import Result, Session
from scoring.transfer import export

RESULT_COLUMNS = ("session", "game", "played_on", "place", "player", "rank", "points", "decided_by")
CSV = "text/csv; charset=utf-8"


def documents_file(sessions: Iterable[Session]) -> StreamingHttpResponse:
    lines = (json.dumps(document) + "\n" for document in export(sessions))
    return _file(lines, "sessions.ndjson", "application/x-ndjson")


def table_file(sessions: Iterable[Session]) -> StreamingHttpResponse:
    """Uploaded again, it makes the same documents."""
    writer = csv.writer(_Line())
    lines = (writer.writerow(row) for row in table(export(sessions)))
    return _file(lines, "sessions.csv", CSV)


def results_file(results: Iterable[Result]) -> StreamingHttpResponse:
    """One line a seat of a finished session."""
    return _file(_table(results), "results.csv", CSV)


class _Line:
    """What csv writes to; hands back each line."""

    def write(self, line: str) -> str:
        return line


def _table(results: Iterable[Result]) -> Iterator[str]:
    writer = csv.writer(_Line())
    yield writer.writerow(RESULT_COLUMNS)
    for result in results:
        seat, session = result.seat, result.session
        yield writer.writerow(
            [
                session.uuid,
                session.game,
                session.played_on or "",
                seat.place,
                harmless(seat.name),
                result.rank,
                result.points,
                result.decided_by,
            ]
        )


def _file(lines: Iterable[str], name: str, content_type: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
