"""Reading long answers a batch at a time, each batch by a query of its own.

Between two batches nothing is open in the database, however slowly a client takes the answer: no
cursor, no snapshot (the log of SQLite would grow meanwhile) and no connection of the pool."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from django.db import connection
from django.db.models import QuerySet

from scoring.models import Season, SeasonSession
from scoring.models.results import AS_PLAYED, Order
from scoring.models.sessions import SessionQuerySet

BATCH = 500
# Of what is short: a season's sessions are found by all of its results, for each batch again.
BATCH_OF_NUMBERS = 10_000
BATCH_OF_DOCUMENTS = 100  # each is some hundred rows
BATCH_OF_ROWS = 2_000  # of a few hundred bytes
Row = TypeVar("Row")
Rows = TypeVar("Rows", bound=QuerySet[Any, Any])


def read(rows: Iterable[Row]) -> list[Row]:
    """Run a query, and give the connection back, unless a transaction goes on with it."""
    batch = list(rows)
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    return batch


def in_batches(rows: Rows, after: Callable[[Rows, Any], Rows], size: int = BATCH) -> Iterator[Any]:
    """Yield rows in their order; `after` returns those of them that come after one."""
    batch = read(rows[:size])
    while batch:
        yield from batch
        # A batch that is not full is the last one.
        batch = read(after(rows, batch[-1])[:size]) if len(batch) == size else []


def by_number(
    rows: QuerySet[Any, Any], number: Callable[[Any], int], size: int = BATCH
) -> Iterator[Any]:
    """Yield rows in the order of their primary keys, which `number` finds in a row."""
    in_order = rows.order_by("pk")
    return in_batches(in_order, lambda these, last: these.filter(pk__gt=number(last)), size)


def by_session(
    sessions: SessionQuerySet,
    rows_of: Callable[[Sequence[int]], Rows],
    after: Callable[[Rows, Any], Rows],
) -> Iterator[Any]:
    """Yield the rows of these sessions; `rows_of` has them in the order of their primary keys.

    Each query names its sessions: SQLite would else sort all rows of a group for each of them."""
    numbers = session_numbers(sessions)
    while some := list(islice(numbers, BATCH)):
        yield from in_batches(rows_of(some), after, BATCH_OF_ROWS)


def by_season(
    season: Season, game: str, rows_of: Callable[[Sequence[int]], Iterable[Row]]
) -> Iterator[Row]:
    """Yield the rows of a season's sessions; `rows_of` has them in the order of play."""
    counted = SeasonSession.objects.of(season, game).as_played().values_list(*AS_PLAYED)
    in_order = in_batches(counted, _played_after, BATCH)
    while some := list(islice(in_order, BATCH)):
        yield from read(rows_of([session for *_order, session in some]))


def _played_after(counted: Any, last: Order) -> Any:
    return counted.played_after(last)


def session_numbers(sessions: SessionQuerySet) -> Iterator[int]:
    """Yield the primary keys of the sessions, in their order."""
    return by_number(sessions.values_list("pk", flat=True), int, BATCH_OF_NUMBERS)


def parts(items: Sequence[Row], size: int) -> Iterator[Sequence[Row]]:
    """Yield so many items at a time."""
    return (items[at : at + size] for at in range(0, len(items), size))
