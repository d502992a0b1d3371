"""The documents of sessions, and of their revisions."""

import json
from typing import Any

from scoring.documents.scorer import dump_document
from scoring.exchange.export_sessions import document_lines
from scoring.models import Session
from scoring.models.sessions import SessionQuerySet
from scoring.sessions.history import earlier_document, earlier_documents, read_earlier
from scoring.sessions.loading import load_stored


def document_of(session: Session, number: int) -> dict[str, Any]:
    return dump_document(earlier_document(load_stored(session), number))


def exported(sessions: SessionQuerySet) -> list[Any]:
    """Return the documents of sessions as they are downloaded."""
    return [json.loads(line) for line in document_lines(sessions)]


def documents_of(session: Session) -> list[dict[str, Any]]:
    """Return the documents of all revisions, with the names of today; oldest first."""
    stored = load_stored(session)
    documents = [
        dump_document(read_earlier(document, stored.sitting.players))
        for _number, document in earlier_documents(stored, 1)
    ]
    return documents[::-1]
