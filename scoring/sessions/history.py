"""The history of a session: each revision stores the edits of the document before it.

The latest document is made from the rows; from there the edits are taken back, one revision after
the other. These documents have the numbers of the seats in place of names, so that a new
name is in all of the history, and the first revision stores nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from scoring.core.limits import ENTRIES_OF_A_SESSION
from scoring.core.refusals import Code, Path, Refused
from scoring.documents.json_edits import Edit, difference, revert
from scoring.documents.schema import check_text
from scoring.documents.scorer import SessionDocument, dump_document, read_document
from scoring.models import Revision
from scoring.models.rows import Sitting
from scoring.models.sessions import MOST_SEATS
from scoring.sessions.loading import SessionState, StoredSession

Document = dict[str, Any]
# In place of the names of the seats, clockwise: no text of a document begins with a blank.
NUMBERS = tuple([f" {place}" for place in range(1, MOST_SEATS + 1)])


def edits_between(before: SessionState, after: SessionState) -> list[Edit]:
    """Return what a change made of the document.

    Raises Refused if it has too many entries, or a text that no document may have."""
    document = _numbered(after)
    # The entries of every game are one array; what else a document has is bounded by its rules.
    entries = max(len(part) for part in document.values() if isinstance(part, list))
    if entries > ENTRIES_OF_A_SESSION:
        raise Refused((), Code.TOO_MANY_ENTRIES, most=ENTRIES_OF_A_SESSION)
    edits = difference(_numbered(before), document)
    for (*owner, at), _removed, added in edits:
        for more, value in enumerate(added):
            _check_texts(value, (*owner, at + more if isinstance(at, int) else at))
    return edits


def _check_texts(value: Any, path: Path) -> None:
    if isinstance(value, str) and value not in NUMBERS:
        try:
            check_text("notes" if path == ("notes",) else "location", value)
        except Refused as refused:
            raise Refused(path, refused.code, **refused.values) from None
    parts = enumerate(value) if isinstance(value, list) else ()
    for step, part in value.items() if isinstance(value, dict) else parts:
        _check_texts(part, (*path, step))


def earlier_documents(stored: StoredSession, back_to: int) -> Iterator[tuple[int, Document]]:
    """Yield the number and the document of each revision, from the latest back to this one.

    Use a document before you ask for the next one: it is changed into that. One query."""
    document, latest = _numbered(stored), stored.row.revision
    yield latest, document
    later = stored.row.revisions.filter(number__range=(back_to + 1, latest)).order_by("-number")
    for number, edits in later.values_list("number", "edits"):
        revert(document, edits)
        yield number - 1, document


def read_earlier(document: Document, names: Sequence[str]) -> SessionDocument[Any]:
    """Read a document that earlier_documents() yields, with these names at the seats."""
    return read_document(_with_names(document, dict(zip(NUMBERS, names, strict=False))))


def earlier_document(stored: StoredSession, number: int) -> SessionDocument[Any]:
    """Return the document of a revision, with the names of today. Raises Revision.DoesNotExist."""
    if number not in range(1, stored.row.revision + 1):
        raise Revision.DoesNotExist
    for at, document in earlier_documents(stored, number):
        if at == number:
            return read_earlier(document, stored.sitting.players)
    raise Revision.DoesNotExist


def _numbered(state: SessionState) -> Document:
    """Return the document without names, and without its id, which is another one in each group."""
    document, cover = state.document, replace(state.document.cover, id=None)
    seats = dict(zip(NUMBERS, state.sitting.seats.values(), strict=False))
    sitting = Sitting(seats, document.state.stopped)
    played = document.game.store.from_rows(state.recorded, sitting)
    return dump_document(SessionDocument(document.game, cover, played))


def _with_names(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): _with_names(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_names(part, names) for part in value]
    return value
