"""Going on playing with another phone: it asks for a seat, and the host or a neighbour confirms."""

from collections.abc import Iterable
from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.db.models import Q

from scoring.models import Phone, Seat, SeatRequest, Session
from scoring.models.locks import lock_session
from scoring.models.revisions import By
from scoring.models.sessions import MOST_SEATS
from scoring.models.transactions import write_transaction
from scoring.play.joining import TableIsOver
from scoring.play.phones.hosting import lately
from scoring.play.phones.requests import refresh_requests
from scoring.play.undo.entries import forget_secrets
from scoring.registry import get_game
from scoring.sessions.lifecycle import note

BY_HOST, BY_NEIGHBOUR = "seat-moved-by-host", "seat-moved-by-neighbour"
BY_NOBODY = "seat-moved-by-nobody"  # no other phone was there


class SeatIsFree(Exception):
    """Raised where a phone asks for a seat that has none: it can simply take it."""


class HasASeat(Exception):
    """Raised where a phone asks for a seat although it has one."""


@write_transaction()
def ask_for_seat(*, session: Session, phone: Phone, seat: Seat, by: By) -> bool:
    """Ask that a phone without a seat goes on in place of the one that has this seat; return
    whether it has the seat now: nobody could confirm it, and the other phone is away.

    Raises SeatIsFree, HasASeat, TableIsOver."""
    locked = lock_session(session.pk)
    by.confirm_at(locked)
    if locked.finished_at is not None:
        raise TableIsOver
    if Phone.objects.seated().filter(pk=phone.pk).exists():
        raise HasASeat
    if not Phone.objects.signed_in().filter(session=locked, seat=seat).exists():
        raise SeatIsFree
    before = SeatRequest.objects.filter(phone=phone)
    if not before.filter(seat=seat).exists():
        before.delete()
        SeatRequest.objects.create(phone=phone, seat=seat)
        refresh_requests(locked)
    is_away = not Phone.objects.filter(seat=seat).seen_since(lately(by.at)).exists()
    gets_it = is_away and not can_be_confirmed(seat)
    if gets_it:
        request = SeatRequest.objects.of_session(locked).get(phone=phone)
        _give_seat(locked, request, replace(by, actor=None, seat=seat), BY_NOBODY)
        refresh_requests(locked)
    return gets_it


def can_be_confirmed(seat: Seat) -> bool:
    """Return whether a phone that hosts or sits is there besides that of the seat."""
    phones = Phone.objects.filter(session=seat.session_id).signed_in().exclude(seat=seat)
    return phones.seated().exists() or phones.hosting(seat.session).exists()


@write_transaction()
def answer_seat_request(
    *, session: Session, number: int, phone: Phone, by: By, agrees: bool
) -> bool:
    """Give the seat to the phone that asked for it, or refuse that; return False if it no longer
    asks. Raises PermissionDenied for phones that are not asked."""
    locked = lock_session(session.pk)
    by.confirm_at(locked)
    request = SeatRequest.objects.of_session(locked).filter(pk=number).first()
    if request is None or locked.finished_at is not None:
        if locked.has_requests:
            refresh_requests(locked)
        return False
    hosts = Phone.objects.hosting(locked).filter(pk=phone.pk).exists()
    may_agree = hosts or is_neighbour(request, phone, seated_phones(locked))
    if not may_agree and (agrees or not has_the_seat(request, phone)):
        raise PermissionDenied
    if agrees:
        own = replace(by, actor=None, seat=request.seat)
        _give_seat(locked, request, own, BY_HOST if hosts else BY_NEIGHBOUR)
    else:
        request.delete()
    refresh_requests(locked)
    return True


def _give_seat(session: Session, request: SeatRequest, by: By, action: str) -> None:
    """Sign the phone that had the seat out of it, and give it to the one that asked.

    What was entered there in secret stays as it is, and the game hides it from the new phone."""
    seat = request.seat
    # First, because it confirms that the phone which agrees still has its own seat.
    note(session=session, action=action, by=by)
    Phone.objects.filter(seat=seat).update(seat=None)
    Phone.objects.filter(pk=request.phone_id).update(seat=seat)
    forget_secrets(seat)  # nobody undoes what is hidden
    get_game(session.game).store.after_takeover(session, seat)
    SeatRequest.objects.filter(Q(seat=seat) | Q(phone=request.phone_id)).delete()


def has_the_seat(request: SeatRequest, phone: Phone) -> bool:
    return request.seat_id == phone.seat_id


def seated_phones(session: Session) -> list[tuple[int, int]]:
    """Return the place and the number of each phone with a seat that somebody can use now."""
    phones = Phone.objects.filter(session=session).signed_in().seated()
    return [(place, pk) for place, pk in phones.values_list("seat__place", "pk") if place]


def is_neighbour(request: SeatRequest, phone: Phone, seated: Iterable[tuple[int, int]]) -> bool:
    """Return whether a phone sits next to the seat, on the left or on the right, where seats
    without a phone are passed over."""
    seat = request.seat
    clockwise = sorted(
        ((place - seat.place) % MOST_SEATS, pk) for place, pk in seated if place != seat.place
    )
    return phone.pk in {pk for _steps, pk in (*clockwise[:1], *clockwise[-1:])}
