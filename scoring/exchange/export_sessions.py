"""Writing sessions to files: as session documents, as a CSV of them, and their results as CSV."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from django.http import StreamingHttpResponse

from scoring.documents.spreadsheet import harmless, table
from scoring.exchange.batches import BATCH, ROWS, in_batches, read, session_numbers
from scoring.exchange.downloads import CSV, NDJSON, csv_lines, file_response
from scoring.models import Result, Revision
from scoring.models.results import ResultQuerySet, ResultRow
from scoring.models.sessions import SessionQuerySet

RESULT_COLUMNS = ("session", "game", "played_on", "place", "player", "rank", "points", "decided_by")

NameOf = Callable[[ResultRow], str]
After = Callable[[Any, ResultRow], Any]


def export_documents(sessions: SessionQuerySet) -> Iterator[dict[str, Any]]:
    """Yield the document of each session's latest revision, in the order of their recording."""
    return _latest_of_each(sessions, Revision.objects.latest_documents)


def document_lines(sessions: SessionQuerySet) -> Iterator[str]:
    """Yield the documents as export_documents() does, as lines of JSON."""
    return (f"{text}\n" for text in _latest_of_each(sessions, Revision.objects.latest_texts))


def _latest_of_each(
    sessions: SessionQuerySet, latest: Callable[[list[int]], Iterable[tuple[int, Any]]]
) -> Iterator[Any]:
    remaining = session_numbers(sessions)
    while batch := list(islice(remaining, BATCH)):
        found = dict(read(latest(batch)))
        yield from (found[pk] for pk in batch)


def documents_file(
    sessions: SessionQuerySet, name: str = "sessions.ndjson"
) -> StreamingHttpResponse:
    return file_response(document_lines(sessions), name, NDJSON)


def table_file(sessions: SessionQuerySet) -> StreamingHttpResponse:
    """Return the documents as CSV; uploaded again, it makes the same documents."""
    return file_response(csv_lines(table(export_documents(sessions))), "sessions.csv", CSV)


def seat_name(row: ResultRow) -> str:
    return row.seat_name


def result_lines(
    results: ResultQuerySet, after: After, name_of: NameOf = seat_name
) -> Iterator[str]:
    """Yield a line of CSV for each seat, with the name that `name_of` gives it.

    `after` returns those of the results that come after one."""
    return csv_lines(chain([RESULT_COLUMNS], _result_values(results, after, name_of)))


def _result_values(
    results: ResultQuerySet, after: After, name_of: NameOf
) -> Iterator[tuple[Any, ...]]:
    make = ResultRow._make
    values = in_batches(results.rows(), lambda these, last: after(these, make(last)), ROWS)
    for row in map(make, values):
        yield (
            row.session,
            row.game,
            row.played_on or "",
            row.place,
            harmless(name_of(row)),
            row.rank,
            "" if row.points is None else row.points,
            row.decided_by,
        )


def results_file(sessions: SessionQuerySet) -> StreamingHttpResponse:
    lines = result_lines(Result.objects.of(sessions), ResultQuerySet.recorded_after)
    return file_response(lines, "results.csv", CSV)
