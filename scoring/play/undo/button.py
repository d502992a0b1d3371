"""What "Undo" takes back on a phone: an entry of the open round, or else the latest revision."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.core.wording import action_sentence
from scoring.models import OpenEntry, Revision
from scoring.models.locks import lock_session
from scoring.models.revisions import CHANGE_PLAYERS
from scoring.models.transactions import write_transaction
from scoring.play.screen import TableNow
from scoring.play.undo.entries import (
    EntryStays,
    entry_sentence,
    entry_to_undo,
    is_own,
    open_round_of,
)
from scoring.sessions.loading import load
from scoring.sessions.naming import NAME
from scoring.sessions.recording import MovedOn, Recorded
from scoring.sessions.repeated_taps import is_repeated
from scoring.sessions.undo import can_redo, undo
from scoring.web.table_access import Visit


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestChange:
    """The line below the buttons of a table, and what one tap on "Undo" undoes."""

    seen: int  # the latest revision, which a tap on "Undo" or "Redo" is meant for
    sentence: str
    can_undo: bool
    can_redo: bool
    who: str = ""  # the account of the phone, or its seat; empty for the host's phone
    is_shown: bool = True  # something was entered, here or elsewhere
    entry: int | None = None  # the number of the entry that "Undo" takes back
    is_own: bool = True  # of this phone, so that its next tap is what "Undo" takes back after it

    @property
    def data_undo(self) -> str | bool:
        """Return the attribute that tells tap-queue.js whose change the button takes back."""
        return True if self.is_own else "others"


def latest_change(visit: Visit, now: TableNow) -> LatestChange:
    entry, is_any = entry_to_undo(visit, now)
    seen, redoes = now.latest.number, can_redo(now.session, now.latest)
    if entry is not None:
        sentence = entry_sentence(visit, entry, now.seats.values())
        return LatestChange(
            seen=seen,
            sentence=sentence,
            can_undo=True,
            can_redo=redoes,
            entry=entry.number,
            is_own=is_own(visit, entry),
        )
    standing = _standing(now)
    can_undo = _can_undo(standing) and not is_any and _may_undo(visit, standing)
    # Without the button it is what happened last, which may be an undo or a note.
    revision = standing if can_undo or now.latest.action == NAME else now.latest
    account = revision.actor if visit.belongs else None
    return LatestChange(
        seen=seen,
        sentence=action_sentence(revision.action, now.game.wording),
        who=str(account or revision.seat or ""),
        can_undo=can_undo,
        can_redo=redoes,
        is_shown=standing.number > 1,
    )


def _standing(now: TableNow) -> Revision:
    """Return the revision that "Undo" takes back: after an undo or a note not the latest one."""
    if now.latest.returned_to is None:
        return now.latest
    revisions = now.session.revisions.with_people().without_edits()
    return revisions.get(number=now.latest.returned_to)


def _can_undo(revision: Revision) -> bool:
    return revision.number > 1 and revision.action != CHANGE_PLAYERS


def _may_undo(visit: Visit, revision: Revision) -> bool:
    """Return whether the phone hosts, or its own seat made this revision."""
    return visit.hosts or (visit.seat is not None and revision.seat_id == visit.seat.pk)


@write_transaction()
def undo_revision(*, visit: Visit, seen: int | None, key: UUID | None) -> Recorded:
    """Undo the latest revision, unless something was entered of the next round meanwhile.

    Raises EntryStays for what another seat recorded, and what undo() raises."""
    locked, by = lock_session(visit.session.pk), visit.by(key)
    if not is_repeated(locked, key):
        by.confirm_at(locked)
        if seen not in {None, locked.revision}:
            raise MovedOn
        standing = Revision.objects.standing_number(locked.pk)
        open_round = open_round_of(locked)
        if open_round is not None and locked.finished_at is None:
            number = open_round.number(load(locked).state)
            entries = OpenEntry.objects.of_round(locked, number, standing)
            if entries.without_passed_guess_sheets().exists():
                raise MovedOn
        if not _may_undo(visit, locked.revisions.without_edits().get(number=standing)):
            raise EntryStays(_("Only the host can undo what others recorded."))
    return undo(session=visit.session, by=by, seen=seen)
