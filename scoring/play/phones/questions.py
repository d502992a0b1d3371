"""What the phones at a table are asked, and what each of them asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.models import Seat, SeatRequest
from scoring.play.phones.hosting import HostVote, host_vote
from scoring.play.phones.seat_requests import (
    can_be_confirmed,
    has_the_seat,
    is_neighbour,
    seated_phones,
)
from scoring.web.table_access import Visit

MOST_REQUESTS = 8  # for seats, that are shown at once


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """Whether another phone goes on playing on a seat, as one phone is asked."""

    request: SeatRequest
    may_confirm: bool  # or else only refuse: the phone has that seat itself


@dataclass(frozen=True, slots=True)
class Questions:
    """What is open for one phone."""

    vote: HostVote | None = None
    is_asker: bool = False  # of the vote
    may_agree: bool = False
    seats: Sequence[SeatQuestion] = ()
    own_request: SeatRequest | None = None
    nobody_confirms: bool = False  # that request: no other phone is there

    @property
    def host_asks(self) -> Seat | None:
        """Return the seat whose phone asks this one to let it host."""
        return self.vote.asks if self.vote and self.may_agree else None

    def __bool__(self) -> bool:
        return bool(self.may_agree or self.is_asker or self.seats or self.own_request)


def questions(visit: Visit, at: datetime) -> Questions:
    """Return what is open for the phone of a visit; without a query where the session has none."""
    session, phone = visit.session, visit.phone.pk
    if not session.has_requests or session.finished_at is not None:
        return Questions()
    requests = [*SeatRequest.objects.of_session(session)[:MOST_REQUESTS]]
    seated = seated_phones(session) if requests else []
    vote = host_vote(session, at) if visit.enters else None
    own_request = SeatRequest.objects.of_session(session).filter(phone=phone).first()
    return Questions(
        vote=vote,
        is_asker=vote is not None and vote.request.phone_id == phone,
        may_agree=vote is not None and phone in vote.present.keys() - vote.agreed,
        seats=[one for request in requests if (one := _question(visit, request, seated))],
        own_request=own_request,
        nobody_confirms=own_request is not None and not can_be_confirmed(own_request.seat),
    )


def _question(
    visit: Visit, request: SeatRequest, seated: Sequence[tuple[int, int]]
) -> SeatQuestion | None:
    if visit.hosts or is_neighbour(request, visit.phone, seated):
        return SeatQuestion(request, may_confirm=True)
    if has_the_seat(request, visit.phone):
        return SeatQuestion(request, may_confirm=False)
    return None
