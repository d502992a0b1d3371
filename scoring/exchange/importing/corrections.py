"""Correct sessions that are here by results of a file with their ids, if somebody says so."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from scoring.core.refusals import Refused
from scoring.documents.scorer import dump_document, explain, read_document
from scoring.models import CorrectedSession, Group, Import, PlannedSession, Seat, Session
from scoring.models.locks import lock_group
from scoring.models.revisions import By
from scoring.models.rows import Sitting
from scoring.models.sessions import SessionIsDeleted
from scoring.models.transactions import write_transaction
from scoring.sessions.loading import cover_of
from scoring.sessions.recording import (
    MovedOn,
    Played,
    PlayersChanged,
    check_history,
    open_session,
)

IMPORTED = "import"  # the action of the revision that an import makes


class CannotCorrect(Exception):
    """Raised with the reason why a session stays as it is."""


Person = tuple[str, str]  # the number of a player of the group, or the name of a guest


def sessions_here(group: Group, uuids: Sequence[UUID]) -> dict[UUID, Session]:
    """Return sessions of a group by their addresses, with seats and players."""
    sessions = Session.objects.filter(group=group, uuid__in=list(uuids))
    return {session.uuid: session for session in sessions.prefetch_related("seats__player")}


def correction(
    session: Session, document: Played, people: Sequence[Person], known: Mapping[str, str]
) -> Played:
    """Return a document as it corrects a session: with the names at the table there, and what the
    document does not say of place, length and notes as it is. Raises CannotCorrect."""
    if session.deleted_at is not None:
        raise CannotCorrect(_("It was deleted: restore it to correct it."))
    if session.finished_at is None:
        raise CannotCorrect(_("It is not over yet."))
    if session.game != document.game.slug:
        raise CannotCorrect(_("It is a session of another game."))
    if document.game.result_only and not session.result_only:
        raise CannotCorrect(_("Its rounds are recorded here, and this file does not have them."))
    try:
        check_history(session)
    except Refused as refused:
        raise CannotCorrect(explain(refused, dump_document(document))) from None
    seats = sorted(session.seats.all(), key=lambda seat: seat.place)
    here = [_who_sits(seat, known) for seat in seats]
    if len({*here}) < len(here) or {*here} != {*people} or len(here) != len(people):
        raise CannotCorrect(_("Other people played it."))
    if document.game.result_only:
        document = _in_order(document, [people.index(who) for who in here])
    elif here != people:
        raise CannotCorrect(_("The same people played it, but they sat in a different order."))
    before, cover = cover_of(session), document.cover
    cover = replace(
        cover,
        id=before.id,
        location=cover.location or before.location,
        notes=cover.notes or before.notes,
        minutes=cover.minutes or before.minutes,
    )
    return _with_names(replace(document, cover=cover), [seat.name for seat in seats])


def _with_names(document: Played, names: Sequence[str]) -> Played:
    """Return the document with these names at its seats, clockwise.

    Rows have seats where a document has names, so that nothing else changes which happens to be the
    same text."""
    before, store = document.state, document.game.store
    old, new = (
        Sitting(dict(zip(players, range(len(names)), strict=True)), before.stopped)
        for players in (before.players, names)
    )
    return replace(document, state=store.from_rows(store.to_rows(before, old), new))


def _who_sits(seat: Seat, known: Mapping[str, str]) -> Person:
    return (player_called(seat.player.name, known), "") if seat.player else ("", seat.name)


def player_called(name: str, known: Mapping[str, str]) -> str:
    """Return the number of the player that a name of a group means now; "new" if it has none."""
    return known.get(name, "new").split()[0]


def _in_order(document: Played, order: Sequence[int]) -> Played:
    """Return a result without rounds with its players in the order of the seats."""
    value = dump_document(document)
    return read_document({**value, "players": [value["players"][at] for at in order]})


def correct(source: Import, number: int, by: By) -> None:
    """Correct the session of a planned row as the row says.

    One that changed since the plan was confirmed stays as it is, and its row says so."""
    row = source.planned.get(pk=number)
    try:
        _record(source, row, by)
    except (MovedOn, SessionIsDeleted, PlayersChanged, Session.DoesNotExist):
        _not_corrected(row, _("It has been changed in the meantime, and stays as it is."))
    except Refused as refused:
        _not_corrected(row, explain(refused, row.document))


@write_transaction()
def _record(source: Import, row: PlannedSession, by: By) -> None:
    lock_group(source.group_id)
    by.confirm()
    session = Session.objects.get(group=source.group_id, uuid=str(row.session))
    by = replace(by, key=uuid5(source.uuid, f"correct {row.number}"))
    opened = open_session(session, by, seen=row.details["revision"])
    if opened.repeated:
        return
    opened.save(IMPORTED, read_document(row.document))
    CorrectedSession.objects.create(source=source, session=session)


@write_transaction()
def _not_corrected(row: PlannedSession, why: str) -> None:
    row.status, row.is_changed = PlannedSession.Status.DIFFERS, True
    row.details["message"] = why
    row.save(update_fields=["status", "is_changed", "details"])
