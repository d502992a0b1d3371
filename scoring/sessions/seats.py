"""The seats of a list of sessions, read together by a query that is compiled once."""

from collections.abc import Sequence
from typing import Any

from scoring.models import Seat, Session
from scoring.models.compiled import CompiledListQuery


def read_seats(sessions: Sequence[Session]) -> None:
    """Read the seats of these sessions, with their players and results, as with_seats() does."""
    by_number = {session.pk: session for session in sessions}
    seats: dict[int, list[Seat]] = {number: [] for number in by_number}
    for seat in SEATS.instances([*by_number]):
        seat.session = by_number[seat.session_id]
        seats[seat.session_id].append(seat)
    for session in sessions:
        # What prefetch_related leaves there. Django does not promise it: the tests compare.
        rows: Any = session.seats.all()
        rows._result_cache = seats[session.pk]
        session._prefetched_objects_cache = {"seats": rows}  # type: ignore[attr-defined]


SEATS = CompiledListQuery(lambda sessions: Seat.objects.with_results().filter(session__in=sessions))
