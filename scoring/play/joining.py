"""The verbs of who comes to a table: each is one transaction and shows on every screen."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.models import Group, League, Phone, Season, Seat, Session
from scoring.models.locks import lock_session
from scoring.models.revisions import By
from scoring.models.sessions import new_code, new_token
from scoring.sessions.lifecycle import move
from scoring.sessions.recording import Played, start
from scoring.sessions.seating import seated


class SeatIsTaken(Exception):
    """Another phone sits there; it has to give the seat back first."""


class TableIsOver(Exception):
    """Nobody comes to a table that ended, or whose time has passed."""


def open_table(
    *,
    document: Played,
    by: By,
    browser: str,
    group: Group | None = None,
    league: League | None = None,
    remember: Callable[[], None] | None = None,
) -> Session:
    """Start a session whose host is this browser; played today, where the group is, until somebody
    says otherwise.

    `remember`: what the next table need not say again; kept with this one, or not at all."""
    played_on = document.cover.played_on or timezone.localdate(by.at, group.zone if group else None)
    document = replace(document, cover=replace(document.cover, played_on=played_on))
    try:
        return _open(document, by, browser, group, league, remember)
    except IntegrityError:
        # The same tap on another connection was a moment earlier.
        opened = Session.objects.opened_with(by.key) if by.key else None
        if opened is None:
            raise
        return opened


@transaction.atomic
def _open(
    document: Played,
    by: By,
    browser: str,
    group: Group | None,
    league: League | None,
    remember: Callable[[], None] | None,
) -> Session:
    players = seated(group, document.state.players)[0] if group else {}
    session = start(document=document, by=by, group=group, league=league, players=players)
    Phone.objects.get_or_create(
        session=session,
        browser=browser,
        defaults={"hosts": True, "joined_at": by.at, "user": by.actor if group else None},
    )
    if remember:
        remember()
    return session


@transaction.atomic
def shown(session: Session) -> Session:
    """Lock the session and let every screen know that there is something new."""
    locked = lock_session(session.pk)
    locked.version += 1
    locked.save(update_fields=["version"])
    return locked


def is_open(session: Session, at: datetime) -> bool:
    """Whether somebody who has the link may still come."""
    expired = session.expires_at is not None and session.expires_at <= at
    return session.finished_at is None and session.deleted_at is None and not expired


@transaction.atomic
def join(*, session: Session, browser: str, at: datetime) -> Phone:
    """Come to the table; to watch, until a seat is taken."""
    if not is_open(session, at):
        raise TableIsOver
    phone, came = Phone.objects.get_or_create(
        session=session, browser=browser, defaults={"joined_at": at}
    )
    if not came and Phone.objects.at_table(session.uuid, browser) is None:
        # It came as a member's, who is none any more; now it has what the code gives.
        Phone.objects.filter(pk=phone.pk).update(user=None, hosts=False, seat=None)
    return phone


@transaction.atomic
def take_seat(*, phone: Phone, seat: Seat | None) -> None:
    """Sit down there, or nowhere: a seat given back is free for the next phone.

    Every verb locks the session first, so that two of them never wait for each other."""
    if seat is not None and seat.session_id != phone.session_id:
        raise Seat.DoesNotExist
    shown(phone.session)
    try:
        with transaction.atomic():
            came = Phone.objects.filter(pk=phone.pk).update(seat=seat)
    except IntegrityError:
        raise SeatIsTaken from None
    if not came:  # sent away meanwhile
        raise Phone.DoesNotExist


@transaction.atomic
def free_seat(*, seat: Seat) -> None:
    """The host sends the phone that sits there away."""
    shown(seat.session)
    Phone.objects.filter(seat=seat, hosts=False).delete()
    Phone.objects.filter(seat=seat).update(seat=None)


@transaction.atomic
def renew_code(*, session: Session) -> None:
    """The old code and link are worth nothing from now on, and whoever only watches has to go."""
    locked = shown(session)
    locked.code = new_code()
    locked.save(update_fields=["code"])
    locked.phones.watching().delete()


@transaction.atomic
def take_into(
    *, session: Session, group: Group, league: League | None, phone: Phone, by: By
) -> None:
    """A quick table, into a group: whoever brought it is there as a member from now on."""
    move(session=session, group=group, league=league, by=by)
    Phone.objects.filter(pk=phone.pk).update(user=by.actor)


@transaction.atomic
def share(*, session: Session, shared: bool) -> None:
    """Let those who have its link read the result, or no longer."""
    locked = shown(session)
    locked.share_token = (locked.share_token or new_token()) if shared else None
    locked.save(update_fields=["share_token"])
    Season.objects.with_session(locked.pk).pages_change()  # they link to what is shared


@transaction.atomic
def start_timer(*, session: Session, seconds: int, at: datetime) -> None:
    """Turn the hourglass, for all to see; 0 seconds lay it down."""
    locked = shown(session)
    locked.timer_started_at = at if seconds else None
    locked.timer_seconds = seconds
    locked.save(update_fields=["timer_started_at", "timer_seconds"])
