"""A rematch: another table with the same people, phones and rules, once a session is over."""

from dataclasses import replace
from itertools import takewhile

from scoring.documents.schema import Cover
from scoring.models import Phone, Rematch, Revision, Session
from scoring.models.locks import lock_session
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.play.opening import played_today
from scoring.play.screen import refresh_screens
from scoring.sessions.history import earlier_documents, read_earlier
from scoring.sessions.loading import load_stored
from scoring.sessions.recording import Played, start

MOST_CHANGES_BEFORE_PLAY = 10  # of the rules or the day; after more, the first ones count


class NotOver(Exception):
    """Raised for a session that still goes on."""


class BegunWhenOpened(Exception):
    """Raised for a session that was imported as played: nobody chose rules for a new one."""


def rematch_of(session: Session) -> Session | None:
    """Return the table to which everybody went on, if there is one."""
    if session.finished_at is None:
        return None
    rematch = Rematch.objects.after(session)
    return rematch.next_session if rematch else None


def may_have_rematch(session: Session) -> bool:
    """Return whether the session is over and, as far as its row says, began with rules alone."""
    return bool(session.finished_at and not session.result_only and session.revision > 1)


@write_transaction()
def open_rematch(*, session: Session, by: By) -> Session:
    """Open the next table and bring every phone along, unless somebody just did; return it.

    The screens of this one are raised to a new version, so that each of them follows. Raises
    NotOver, BegunWhenOpened."""
    locked = lock_session(session.pk)
    refresh_screens(locked)
    if locked.finished_at is None:
        raise NotOver
    if opened := rematch_of(locked):
        return opened
    players = {seat.name: seat.player for seat in locked.seats.with_players() if seat.player}
    following = start(
        document=played_today(_before_the_first_entry(locked), by, locked.group),
        by=by,
        group=locked.group,
        league=locked.league,
        players=players,
    )
    Rematch.objects.update_or_create(session=locked, defaults={"next_session": following})
    _bring_phones(locked, following, by)
    return following


def _before_the_first_entry(session: Session) -> Played:
    """Return the document with the rules that were chosen, and with the names of today."""
    stored = load_stored(session)
    first = Revision.objects.first_with_players(session.pk)
    early = [
        read_earlier(document, stored.sitting.players)
        for number, document in earlier_documents(stored, first)
        if number < first + MOST_CHANGES_BEFORE_PLAY
    ]
    chosen = list(takewhile(_has_not_begun, reversed(early)))
    if not chosen:
        raise BegunWhenOpened
    game, now = chosen[-1].game, stored.document
    state = replace(chosen[-1].state, stopped=False)
    state = game.play.rematch(state, now.state)
    return replace(now, game=game, cover=Cover(location=now.cover.location), state=state)


def _has_not_begun(played: Played) -> bool:
    return not played.game.has_begun(played.state, played.game.score(played.state))


def _bring_phones(session: Session, following: Session, by: By) -> None:
    """Give every phone that is signed in the seat and the rights that it has here."""
    seats = {seat.place: seat for seat in following.seats.all()}
    phones = session.phones.signed_in().with_seats()
    Phone.objects.bulk_create(
        Phone(
            session=following,
            browser=phone.browser,
            hosts=phone.hosts,
            seat=seats.get(phone.seat.place) if phone.seat else None,
            joined_at=by.at,
            user_id=phone.user_id,
            account_id=phone.account_id,
        )
        for phone in phones
    )
