"""Writing sessions to files: as session documents, as a CSV of them, and their results as CSV."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from django.http import StreamingHttpResponse

from scoring.documents.spreadsheet import harmless, table
from scoring.exchange.downloads import CSV, NDJSON, csv_lines, file_response
from scoring.models import Result, Revision, Session

BATCH = 500
RESULT_COLUMNS = ("session", "game", "played_on", "place", "player", "rank", "points", "decided_by")

NameOf = Callable[[Result], str]


def export_documents(sessions: Iterable[Session]) -> Iterator[dict[str, Any]]:
    """Yield the document of each session's latest revision, in order; one query a batch."""
    remaining = iter(sessions)
    while batch := [session.pk for session in islice(remaining, BATCH)]:
        latest = dict(Revision.objects.latest_documents(batch))
        yield from (latest[pk] for pk in batch)


def document_lines(sessions: Iterable[Session]) -> Iterator[str]:
    return (json.dumps(document) + "\n" for document in export_documents(sessions))


def documents_file(
    sessions: Iterable[Session], name: str = "sessions.ndjson"
) -> StreamingHttpResponse:
    return file_response(document_lines(sessions), name, NDJSON)


def table_file(sessions: Iterable[Session]) -> StreamingHttpResponse:
    """Return the documents as CSV; uploaded again, it makes the same documents."""
    return file_response(csv_lines(table(export_documents(sessions))), "sessions.csv", CSV)


def seat_name(result: Result) -> str:
    return result.seat.name


def result_rows(results: Iterable[Result], name_of: NameOf = seat_name) -> Iterator[Iterable[Any]]:
    """Yield a row for each seat of finished sessions, with the name that `name_of` gives it."""
    yield RESULT_COLUMNS
    for result in results:
        yield (
            result.session.uuid,
            result.session.game,
            result.session.played_on or "",
            result.seat.place,
            harmless(name_of(result)),
            result.rank,
            result.points,
            result.decided_by,
        )


def results_file(results: Iterable[Result]) -> StreamingHttpResponse:
    return file_response(csv_lines(result_rows(results)), "results.csv", CSV)
