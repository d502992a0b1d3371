"""Store as differences what earlier versions recorded: a whole document in every revision."""

import json
from typing import Any

from django.db.models import Exists, OuterRef

from scoring.documents.json_edits import compact
from scoring.models import LatestDocument, Revision, Session
from scoring.models.locks import lock_sessions
from scoring.models.transactions import write_transaction
from scoring.sessions.stored_documents import STEP, Base, StoredDocuments, set_difference

BATCH = 20  # revisions of a session, in one transaction
PACKED = ("document", *STEP)


def sessions_to_pack() -> list[int]:
    """Return the primary keys of sessions with revisions that are not packed yet."""
    unpacked = Revision.objects.unpacked().filter(session=OuterRef("pk"))
    sessions = Session.objects.filter(Exists(unpacked)).in_order()
    return list(sessions.values_list("pk", flat=True))


def pack(pk: int) -> int:
    """Pack the revisions of a session, as many as one transaction may change; return how many.

    They are compared without a lock, as what they record never changes. Stopped at any moment, it
    can be called again; called until it returns 0, it leaves nothing to do."""
    session = Session.objects.filter(pk=pk).first()
    if session is None:
        return 0
    revisions = list(session.revisions.unpacked().order_by("number")[:BATCH])
    documents: dict[int, Any] = {revision.number: revision.document for revision in revisions}
    stored = StoredDocuments(session)
    packed: dict[int, Revision] = {}
    for revision in revisions:
        base = None
        if revision.number > 1:
            number = revision.returned_to or revision.number - 1
            base = stored.base(number)
            size = packed[number].difference_bytes if number in packed else base.difference_bytes
            base = Base(number, json.loads(compact(base.document)), size)
        set_difference(revision, documents[revision.number], base)
        packed[revision.number] = revision
    _write(pk, packed, documents)
    return len(revisions)


@write_transaction()
def _write(pk: int, packed: dict[int, Revision], documents: dict[int, Any]) -> None:
    for session in lock_sessions([pk]):  # none if it was removed meanwhile
        _write_session(session, packed, documents)


def _write_session(
    session: Session, packed: dict[int, Revision], documents: dict[int, Any]
) -> None:
    for revision in packed.values():
        values = {name: getattr(revision, name) for name in PACKED}
        session.revisions.unpacked().filter(pk=revision.pk).update(**values)
    latest = packed.get(session.revision)
    if latest is not None and latest.number > 1:
        defaults = {
            "number": latest.number,
            "document": documents[latest.number],
            "difference_bytes": latest.difference_bytes,
        }
        LatestDocument.objects.update_or_create(session=session, defaults=defaults)
