"""The documents of a session's revisions, and revisions as earlier versions wrote them."""

import json
from typing import Any

from scoring.models import LatestDocument, Revision, Session
from scoring.sessions.stored_documents import StoredDocuments


def document_of(session: Session, number: int) -> Any:
    return StoredDocuments(session).at(number)


def texts_of(session: Session) -> list[str]:
    """Return the documents in order, as they are written; oldest first."""
    stored = StoredDocuments(session)
    numbers = session.revisions.order_by("number").values_list("number", flat=True)
    return [json.dumps(stored.at(number)) for number in numbers]


def unpack(session: Session) -> None:
    """Store a whole document in every revision, as earlier versions did."""
    texts = texts_of(session)
    for number, text in enumerate(texts, 1):
        Revision.objects.filter(session=session, number=number).update(
            document=json.loads(text), difference=None, based_on=None, difference_bytes=0
        )
    LatestDocument.objects.filter(session=session).delete()
