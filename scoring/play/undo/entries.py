"""Entries of an open round: number each tap on it, and undo one by its number.

A seat's phone undoes what it entered itself, hosts what the table entered last. An undo says which
entry it means, so that a late one never undoes something else."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Case, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.contract import OpenRound
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.models import OpenEntry, Revision, Seat, Session
from scoring.models.transactions import write_transaction
from scoring.noted.game import game_of
from scoring.play.screen import TableNow, refresh_screens
from scoring.play.taps import DraftForm
from scoring.sessions import open_rounds
from scoring.sessions.lifecycle import note
from scoring.sessions.loading import load
from scoring.web.table_access import Visit

MOST_ENTRIES = 2_000  # versions of a session back; older ones are deleted now and then
SEATS = frozenset({"seat", "author"})  # fields of taps: see DraftForm


class EntryStays(Exception):
    """Raised if an entry cannot be undone; says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def open_round_of(session: Session) -> OpenRound | None:
    return game_of(session).store.open_round


# Entering


@contextmanager
def enters(
    visit: Visit, form: DraftForm, action: str, *, secret_of: Seat | None = None
) -> Iterator[None]:
    """Lock the session and confirm the rights, around a change of the open round, which becomes an
    entry. What changes nothing is none.

    `secret_of`: the player who alone may know it."""
    with visit.confirmed() as locked:
        open_round = open_round_of(locked)
        if open_round is None:
            yield
            return
        number, revision = open_round.number(load(locked).state), locked.revision
        before = open_rounds.read(open_round, locked, number)
        yield
        after = open_rounds.read(open_round, locked, number)
        changes = open_rounds.differences(open_round.tables, before, after)
        if changes:
            OpenEntry.objects.create(
                session=locked,
                number=locked.version + 1,
                round=number,
                revision=revision,
                action=action,
                values=form.description(),
                at=timezone.now(),
                phone=visit.phone,
                seat=visit.seat,
                secret_of=secret_of,
                changes=changes,
            )
            _delete_old(locked)


def _delete_old(session: Session) -> None:
    if session.version % 100 == 0:
        old = session.open_entries.filter(number__lt=session.version - MOST_ENTRIES)
        old.delete()


def forget_secrets(seat: Seat) -> None:
    """Delete the entries of a guess sheet that someone else fills in from now on."""
    OpenEntry.objects.filter(secret_of=seat).delete()


# Undoing


def entry_to_undo(visit: Visit, now: TableNow) -> tuple[OpenEntry | None, bool]:
    """Return the entry that "Undo" takes back on this phone, and whether there is any at all;
    one query."""
    open_round = now.game.store.open_round
    if open_round is None or now.outcome.finished:
        return None, False
    standing = now.latest.returned_to or now.latest.number
    entries = OpenEntry.objects.of_round(now.session, open_round.number(now.state), standing)
    entries = entries.without_passed_guess_sheets()
    if not visit.hosts:
        own = When(phone=visit.phone, seat=visit.phone.seat_id, then=Value(0))
        entries = entries.alias(others=Case(own, default=Value(1))).order_by("others", "-number")
        entries = entries.exclude(action__in=open_round.hosts_only)
    entry = entries.first()
    may = entry is not None and (visit.hosts or is_own(visit, entry))
    return entry if may else None, entry is not None


def guess_sheet_undo(visit: Visit, guess_sheet: Seat, number: int) -> tuple[int, str] | None:
    """Return the number and name of the latest entry of this phone on a guess sheet it shows."""
    standing = Revision.objects.standing_number(visit.session.pk)
    entries = OpenEntry.objects.of_round(visit.session, number, standing).of_phone(visit.phone)
    entry = entries.filter(secret_of=guess_sheet).first()
    return (entry.number, entry_sentence(visit, entry, ())) if entry else None


def is_own(visit: Visit, entry: OpenEntry) -> bool:
    return entry.phone_id == visit.phone.pk and entry.seat_id == visit.phone.seat_id


def entry_sentence(visit: Visit, entry: OpenEntry, seats: Iterable[Seat]) -> str:
    """Return what an entry is called on this phone; of secrets of others nothing but whose phone
    entered them."""
    own = is_own(visit, entry)
    words = game_of(visit.session).wording.entries.get(entry.action)
    if words is None or (entry.secret_of_id is not None and not own):
        if entry.seat is None:
            return _("the last entry on a phone without a seat")
        return _("the last entry on %(name)s’s phone") % {"name": entry.seat.name}
    names = {seat.place: seat.name for seat in seats}
    sentence = str(words) % {
        field: names[value] if field in SEATS else value for field, value in entry.values.items()
    }
    if own or entry.seat is None:
        return sentence
    return _("%(entry)s, by %(name)s") % {"entry": sentence, "name": entry.seat.name}


def undo_entry(
    *, visit: Visit, number: int, key: UUID | None, guess_sheet: Seat | None = None
) -> None:
    """Undo one entry of the open round. Raises EntryStays if that cannot be done any longer.

    `guess_sheet`: the one on whose page it is undone; secrets of others are undone only there. An
    entry that cannot be restored is deleted, so that the next undo takes the one before."""
    with visit.confirmed() as locked:
        entry = locked.open_entries.filter(number=number).first()
        if entry is None:
            raise EntryStays(changed_again())
        _check_may_undo(visit, entry, guess_sheet)
        if entry.undone_at is not None:
            if key is not None and entry.undo_key == key:
                return
            raise EntryStays(_("That has already been undone."))
        open_round = open_round_of(locked)
        if open_round is None or not _is_open(open_round, locked, entry):
            raise EntryStays(
                _("The round has been recorded since, so this can no longer be undone.")
            )
        refresh_screens(locked)
        try:
            with write_transaction():  # a savepoint
                _put_back(visit, open_round, locked, entry)
        except (open_rounds.ChangedSince, Refused) as problem:
            entry.delete()
            refusal = _why(visit, problem)
        else:
            entry.undone_at, entry.undo_key = timezone.now(), key
            entry.save(update_fields=["undone_at", "undo_key"])
            return
    raise EntryStays(refusal)


def _is_open(open_round: OpenRound, session: Session, entry: OpenEntry) -> bool:
    """Return whether nothing was recorded since an entry, or it was undone again."""
    standing = Revision.objects.standing_number(session.pk)
    return entry.revision >= standing and open_round.number(load(session).state) == entry.round


def _check_may_undo(visit: Visit, entry: OpenEntry, guess_sheet: Seat | None) -> None:
    """Raise PermissionDenied for the entry of another phone, unless this one hosts."""
    open_round = open_round_of(visit.session)
    own = is_own(visit, entry)
    if guess_sheet is not None:
        may = own and entry.secret_of_id == guess_sheet.pk
    elif entry.secret_of_id not in {None, entry.seat_id}:
        may = False
    else:
        hosts_only = open_round is not None and entry.action in open_round.hosts_only
        may = visit.hosts or (own and not hosts_only)
    if not may:
        raise PermissionDenied


def _put_back(visit: Visit, open_round: OpenRound, session: Session, entry: OpenEntry) -> None:
    before, after = open_rounds.put_back(open_round, session, entry.round, entry.changes)
    open_round.after_undo(before, after)
    if action := open_round.history.get(entry.action):
        note(session=session, action=action, by=visit.by())


def _why(visit: Visit, problem: Exception) -> str:
    if isinstance(problem, Refused):
        return refusal_sentence(problem, game_of(visit.session).wording)
    return changed_again()


def changed_again() -> str:
    return _("This has changed again since, so it cannot be undone on its own.")
