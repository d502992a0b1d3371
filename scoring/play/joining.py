"""Coming to a table by its join code, taking, freeing and naming seats.

Each verb is one transaction."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from types import MappingProxyType

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils.translation import override

from scoring.core.limits import PHONES_AT_A_TABLE
from scoring.models import Group, League, Phone, Seat, Session
from scoring.models.locks import lock_session
from scoring.models.revisions import By
from scoring.models.sessions import MOST_SEATS
from scoring.models.transactions import write_transaction
from scoring.play.opening import default_name
from scoring.play.screen import TableNow, refresh_screens
from scoring.play.undo.entries import forget_secrets
from scoring.registry import get_game
from scoring.sessions.lifecycle import move
from scoring.web.table_access import Visit


class SeatIsTaken(Exception):
    """Another phone sits there; it has to give the seat back first."""


class TableIsFull(Exception):
    """More phones have joined than any table has."""


class TableIsOver(Exception):
    """The table has ended or expired: nobody can join it."""


def session_with_code(code: str) -> Session | None:
    return Session.objects.with_code(code)


def is_open(session: Session, at: datetime) -> bool:
    """Return whether somebody who has the link may still join."""
    expired = session.expires_at is not None and session.expires_at <= at
    return session.finished_at is None and session.deleted_at is None and not expired


def has_all_phones(now: TableNow) -> bool:
    """Return whether each seat has a phone, so that nobody else is expected."""
    return len(Phone.objects.of_seats(now.session)) == len(now.seats)


@write_transaction()
def join(*, session: Session, browser: str, user: User | None, at: datetime) -> Phone:
    """Let a browser watch the table, until it takes a seat. Raises TableIsOver, TableIsFull."""
    locked = lock_session(session.pk)
    # Its code may just have been renewed, because somebody who knows it was removed.
    if not is_open(locked, at) or locked.code != session.code:
        raise TableIsOver
    at_the_table = Phone.objects.filter(session=session).exclude(browser=browser)
    if at_the_table.count() >= PHONES_AT_A_TABLE:
        raise TableIsFull
    return Phone.objects.join(session=session, browser=browser, account=user, at=at)


@write_transaction()
def take_seat(*, phone: Phone, seat: Seat | None) -> None:
    """Move a phone to a seat, or to none. Raises SeatIsTaken, TableIsOver, or Phone.DoesNotExist
    if the host has sent the phone away.

    After the end nobody sits down: a seat gives the right to correct what was played.

    The session is locked first, as by every verb, so that two of them never wait for each other."""
    if seat is not None and seat.session_id != phone.session_id:
        raise Seat.DoesNotExist
    locked = lock_session(phone.session_id)
    refresh_screens(locked)
    if seat is not None and locked.finished_at is not None:
        raise TableIsOver
    seat_before = Seat.objects.filter(phone=phone.pk).first()
    if seat is not None:  # who has logged out keeps it only until somebody sits down there
        Phone.objects.filter(seat=seat, signed_out_at__isnull=False).update(seat=None)
    try:
        with write_transaction():
            updated = Phone.objects.filter(pk=phone.pk).update(seat=seat)
    except IntegrityError:
        raise SeatIsTaken from None
    if not updated:
        raise Phone.DoesNotExist
    if seat_before != seat:
        for changed in (seat_before, seat):
            if changed is not None:
                _change_phone_of(changed)


@write_transaction()
def free_seat(*, seat: Seat) -> None:
    """Send the phone that sits there away from the table; the host's only loses the seat."""
    refresh_screens(seat.session)
    Phone.objects.filter(seat=seat, hosts=False).delete()
    Phone.objects.filter(seat=seat).update(seat=None)
    _change_phone_of(seat)


def _change_phone_of(seat: Seat) -> None:
    """Let the game discard what the phone that sat there has entered in secret."""
    forget_secrets(seat)
    get_game(seat.session.game).store.after_seat_change(seat.session, seat)


@write_transaction()
def move_to_group(
    *,
    session: Session,
    group: Group,
    league: League | None,
    phone: Phone,
    by: By,
    said: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Move a quick table to a group; the phone that did it is there as a member's from now on.

    `said`: the players whom somebody said that names at the table mean."""
    move(session=session, group=group, league=league, by=by, said=said)
    Phone.objects.filter(pk=phone.pk).update(user=by.actor, account=by.actor)


# Who names a seat


@cache
def default_names() -> frozenset[str]:
    """Return the names of seats that nobody has named, in every language of the site."""
    names: set[str] = set()
    for language, _label in settings.LANGUAGES:
        with override(language):  # in the language in which the table was opened
            names.update(default_name(number) for number in range(1, 2 * MOST_SEATS + 1))
    return frozenset(names)


def seats_to_name(visit: Visit, seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats that this phone may name: the host's all; others their own.

    In a group a name says for whom the result counts, which is for its scorekeepers alone."""
    if visit.hosts:
        return list(seats)
    is_own = visit.enters and visit.session.group_id is None
    return [seat for seat in seats if is_own and seat == visit.seat]


def misses_names(visit: Visit, seats: Iterable[Seat]) -> bool:
    """Return whether a seat that this phone may name has none yet, or that of a guest of whom a
    member of the group can say who they are."""
    knows = visit.belongs and visit.session.group_id is not None
    return any(
        seat.name in default_names() or (knows and seat.player_id is None)
        for seat in seats_to_name(visit, seats)
    )
