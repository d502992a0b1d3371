"""What the phones at a table are asked, and what each of them asks."""

from dataclasses import dataclass
from datetime import datetime

from scoring.models import Seat
from scoring.play.phones.hosting import HostVote, host_vote
from scoring.web.table_access import Visit


@dataclass(frozen=True, slots=True)
class Questions:
    """What is open for one phone."""

    vote: HostVote | None = None
    is_asker: bool = False  # of the vote
    may_agree: bool = False

    @property
    def host_asks(self) -> Seat | None:
        """Return the seat whose phone asks this one to let it host."""
        return self.vote.asks if self.vote and self.may_agree else None

    def __bool__(self) -> bool:
        return self.may_agree or self.is_asker


def questions(visit: Visit, at: datetime) -> Questions:
    """Return what is open for the phone of a visit; without a query where the session has none."""
    if not visit.session.has_requests:
        return Questions()
    phone = visit.phone.pk
    vote = host_vote(visit.session, at) if visit.enters else None
    return Questions(
        vote=vote,
        is_asker=vote is not None and vote.request.phone_id == phone,
        may_agree=vote is not None and phone in vote.present.keys() - vote.agreed,
    )
