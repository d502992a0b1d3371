"""Writing sessions to files: as session documents, as a CSV of them, and their results as CSV."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from django.http import StreamingHttpResponse

from scoring.documents.spreadsheet import harmless, table
from scoring.exchange.batches import BATCH, in_batches, read, session_numbers
from scoring.exchange.downloads import CSV, NDJSON, csv_lines, file_response
from scoring.models import Result, Revision
from scoring.models.results import ResultQuerySet
from scoring.models.sessions import SessionQuerySet

RESULT_COLUMNS = ("session", "game", "played_on", "place", "player", "rank", "points", "decided_by")

NameOf = Callable[[Result], str]


def export_documents(sessions: SessionQuerySet) -> Iterator[dict[str, Any]]:
    """Yield the document of each session's latest revision, in the order of their recording."""
    remaining = session_numbers(sessions)
    while batch := list(islice(remaining, BATCH)):
        latest = dict(read(Revision.objects.latest_documents(batch)))
        yield from (latest[pk] for pk in batch)


def document_lines(sessions: SessionQuerySet) -> Iterator[str]:
    return (json.dumps(document) + "\n" for document in export_documents(sessions))


def documents_file(
    sessions: SessionQuerySet, name: str = "sessions.ndjson"
) -> StreamingHttpResponse:
    return file_response(document_lines(sessions), name, NDJSON)


def table_file(sessions: SessionQuerySet) -> StreamingHttpResponse:
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


def results_file(sessions: SessionQuerySet) -> StreamingHttpResponse:
    return file_response(csv_lines(result_rows(results_of(sessions))), "results.csv", CSV)


def results_of(sessions: SessionQuerySet) -> Iterator[Result]:
    """Yield the results of these sessions, in the order of their recording and of the seats."""
    return in_batches(Result.objects.of(sessions), ResultQuerySet.recorded_after)
