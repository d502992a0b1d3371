"""Which phone hosts a table: the host hands hosting over, or the others agree while it is away."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from scoring.models import HostRequest, Phone, Revision, Seat, Session
from scoring.models.locks import lock_session
from scoring.models.phones import SEEN_EVERY
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.play.joining import TableIsOver
from scoring.play.phones.requests import refresh_requests
from scoring.sessions.lifecycle import note
from scoring.sessions.repeated_taps import is_repeated
from scoring.web.table_access import Visit

HANDED_OVER, TAKEN_OVER = "hosting-handed-over", "hosting-taken-over"
NEW_HOST = (HANDED_OVER, TAKEN_OVER)  # each is noted as of the seat whose phone hosts from then on
AWAY = timedelta(minutes=10)  # that a host's phone was not seen, before another one may host


class SeatHasNoPhone(Exception):
    """Raised where the phone of a seat is wanted and it has none, or none that is signed in."""


class HostIsHere(Exception):
    """Raised where a phone asks to host although the host's phone was seen lately."""


class SomebodyElseAsks(Exception):
    """Raised where a phone asks to host while the others are voting about another one."""


@write_transaction()
def hand_hosting_over(*, session: Session, to: Seat, by: By) -> None:
    """Let the phone of a seat host the table instead of the host's, at once. Raises SeatHasNoPhone.

    Owners and scorekeepers of the table's group go on hosting by their role."""
    if is_repeated(lock_session(session.pk), by.key):
        return
    phone = Phone.objects.signed_in().filter(session=session, seat=to).first()
    if phone is None:
        raise SeatHasNoPhone
    # First, because it confirms that the phone of the tap still hosts.
    note(session=session, action=HANDED_OVER, by=replace(by, actor=None, seat=to))
    Phone.objects.make_host(phone)


def is_new_host(visit: Visit, latest: Revision) -> bool:
    """Return whether the latest change at the table made this phone the host."""
    is_own = visit.seat is not None and latest.seat_id == visit.seat.pk
    return visit.hosts and is_own and latest.action in NEW_HOST


# While the host is away


@dataclass(frozen=True, slots=True)
class HostVote:
    """The seats whose phones were seen lately, and which of them agree that another one hosts."""

    request: HostRequest
    present: Mapping[int, Seat]  # by their phones
    agreed: frozenset[int]  # phones

    @property
    def asks(self) -> Seat:
        return self.present[self.request.phone_id]

    @property
    def is_carried(self) -> bool:
        return 2 * len(self.agreed) > len(self.present)

    def seats(self, *, agreed: bool) -> list[Seat]:
        """Return the seats that agreed, or those that did not, clockwise."""
        seats = [seat for phone, seat in self.present.items() if (phone in self.agreed) == agreed]
        return sorted(seats, key=lambda seat: seat.place)


def may_ask_to_host(visit: Visit, at: datetime) -> bool:
    """Return whether the menu offers to ask."""
    plays_on = visit.enters and not visit.hosts and visit.session.finished_at is None
    return plays_on and host_is_away(visit.session, at)


def host_is_away(session: Session, at: datetime) -> bool:
    """Return whether no phone that hosts the table was seen for as long as AWAY."""
    return not Phone.objects.hosting(session).seen_since(lately(at)).exists()


def lately(at: datetime) -> datetime:
    """Return the moment since which a phone was seen that is not away: never too late, although it
    is noted only now and then."""
    return at - AWAY - SEEN_EVERY


def host_vote(session: Session, at: datetime) -> HostVote | None:
    """Return the vote on a request to host, unless there is none.

    It is over once a host's phone is seen again, or the phone that asked has no seat or is away."""
    request = HostRequest.objects.filter(session=session).first()
    if request is None or Phone.objects.hosting(session).seen_since(request.asked_at).exists():
        return None
    phones = Phone.objects.filter(session=session).signed_in().seated().seen_since(lately(at))
    present = {phone.pk: phone.seat for phone in phones.with_seats() if phone.seat}
    if request.phone_id not in present:
        return None
    agreed = {request.phone_id, *request.agreed.values_list("pk", flat=True)}
    return HostVote(request, present, frozenset(agreed & present.keys()))


@write_transaction()
def ask_to_host(*, session: Session, phone: Phone, by: By) -> bool:
    """Ask the others to let a phone with a seat host; return whether it does: nobody else is here.

    Raises HostIsHere, SomebodyElseAsks, TableIsOver."""
    locked = lock_session(session.pk)
    by.confirm_at(locked)
    if locked.finished_at is not None:
        raise TableIsOver
    if not host_is_away(locked, by.at):
        raise HostIsHere
    vote = host_vote(locked, by.at)
    if vote is not None and vote.request.phone_id != phone.pk:
        raise SomebodyElseAsks
    if vote is None:
        HostRequest.objects.filter(session=locked).delete()
        HostRequest.objects.create(session=locked, phone=phone, asked_at=by.at)
    return _settle(locked, by)


@write_transaction()
def agree_to_host(*, session: Session, phone: Phone, by: By) -> bool:
    """Agree that the phone that asks hosts; return False if its request is over."""
    locked = lock_session(session.pk)
    by.confirm_at(locked)
    vote = host_vote(locked, by.at)
    if vote is None or locked.finished_at is not None:
        HostRequest.objects.filter(session=locked).delete()
        refresh_requests(locked)
        return False
    vote.request.agreed.add(phone)
    _settle(locked, by)
    return True


def _settle(session: Session, by: By) -> bool:
    """Let the phone that asked host, if more than half agree by now; return whether they do."""
    vote = host_vote(session, by.at)
    is_carried = vote is not None and vote.is_carried
    if vote is not None and is_carried:
        note(session=session, action=TAKEN_OVER, by=replace(by, actor=None, seat=vote.asks))
        Phone.objects.make_host(vote.request.phone)
        vote.request.delete()
    refresh_requests(session)
    return is_carried
