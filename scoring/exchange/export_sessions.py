"""Writing sessions to files: as session documents, and their results as CSV."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import itemgetter
from typing import Any

from django.http import StreamingHttpResponse

from scoring.documents.json_edits import compact
from scoring.documents.scorer import dump_document
from scoring.exchange.batches import (
    BATCH_OF_DOCUMENTS,
    BATCH_OF_NUMBERS,
    by_number,
    by_season,
    by_session,
    read,
)
from scoring.exchange.downloads import CSV, NDJSON, csv_lines, file_response, harmless
from scoring.models import Result, Season, Session
from scoring.models.results import ResultRow
from scoring.models.sessions import SessionQuerySet
from scoring.sessions.loading import load_many

RESULT_COLUMNS = ("session", "game", "played_on", "place", "player", "rank", "points", "decided_by")

NameOf = Callable[[ResultRow], str]


def document_lines(sessions: SessionQuerySet) -> Iterator[str]:
    """Yield the document of each session as it is now, as lines in the order of their recording."""
    columns = ("pk", "game", "result_only")
    rows = by_number(sessions.values(*columns), itemgetter("pk"), BATCH_OF_NUMBERS)
    while batch := list(islice(rows, BATCH_OF_DOCUMENTS)):
        for each in read(load_many([Session(**row) for row in batch])):
            yield f"{compact(dump_document(each.document))}\n"


def documents_file(
    sessions: SessionQuerySet, name: str = "sessions.ndjson"
) -> StreamingHttpResponse:
    return file_response(document_lines(sessions), name, NDJSON)


def seat_name(row: ResultRow) -> str:
    return row.seat_name


def results_of(sessions: SessionQuerySet) -> Iterator[ResultRow]:
    """Yield the results of sessions, in the order of their recording and of the seats."""
    values = by_session(sessions, _in_order_of_recording, _recorded_after)
    return map(ResultRow._make, values)


def _in_order_of_recording(sessions: Sequence[int]) -> Any:
    return Result.objects.of_sessions(sessions).in_order_of_recording().rows()


def _recorded_after(rows: Any, last: tuple[Any, ...]) -> Any:
    return rows.recorded_after(ResultRow._make(last))


def results_counting_for(season: Season, game: str) -> Iterator[ResultRow]:
    """Yield the results that count, in the order of play and of the seats."""
    return map(ResultRow._make, by_season(season, game, _as_played))


def _as_played(sessions: Sequence[int]) -> Any:
    return Result.objects.of_sessions(sessions).as_played().rows()


def result_lines(rows: Iterable[ResultRow], name_of: NameOf = seat_name) -> Iterator[str]:
    """Yield a line of CSV for each seat, with the name that `name_of` gives it."""
    return csv_lines(chain([RESULT_COLUMNS], _result_values(rows, name_of)))


def _result_values(rows: Iterable[ResultRow], name_of: NameOf) -> Iterator[tuple[Any, ...]]:
    for row in rows:
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
    return file_response(result_lines(results_of(sessions)), "results.csv", CSV)
