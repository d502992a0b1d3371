"""Which phone hosts a table: the host hands hosting over."""

from dataclasses import replace

from django.db import transaction

from scoring.models import Phone, Seat, Session
from scoring.models.locks import lock_session
from scoring.models.revisions import By
from scoring.play.screen import LatestChange
from scoring.sessions.lifecycle import note
from scoring.sessions.repeated_taps import is_repeated
from scoring.web.table_access import Visit

HANDED_OVER = "hosting-handed-over"
NEW_HOST = (HANDED_OVER,)  # each is noted as of the seat whose phone hosts from then on


class SeatHasNoPhone(Exception):
    """Raised where the phone of a seat is wanted and it has none, or none that is signed in."""


@transaction.atomic
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


def is_new_host(visit: Visit, latest: LatestChange | None) -> bool:
    """Return whether the latest change at the table made this phone the host."""
    revision = latest.revision if latest else None
    is_own = revision is not None and revision.seat_id == visit.phone.seat_id
    return bool(is_own and visit.hosts and revision and revision.action in NEW_HOST)
