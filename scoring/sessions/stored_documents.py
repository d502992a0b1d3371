"""How a session's documents are stored: the latest one whole, the others mostly as differences.

The latest document is in a row of its own (`LatestDocument`), which every change overwrites. A
revision has the difference to the document that it started from: that of the revision before it,
or, for an undo, a redo and a restored revision, of the one that it went back to. So a tap costs
what it changed, however long the evening is, and the latest state is one row.

Some revisions keep a whole document: the first one, and those where the differences since the last
whole document have outgrown it twice. That bounds what is read for an old revision, and the longer
a document is, the rarer it becomes.

Sessions of earlier versions have a whole document in every revision, and go on like that until
`pack()` makes them like the others: while a site is upgraded, the old version can read them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from django.db import connection
from django.db.models import F

from scoring.documents.json_edits import Edit, apply, compact, difference, revert
from scoring.models import LatestDocument, Revision, Session

MOST_DIFFERENCES = 2  # times the size of the document

STEP = ("based_on", "difference", "difference_bytes")

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Base:
    """What a new document is compared with."""

    number: int
    document: Document
    difference_bytes: int


def latest_document(session: Session, row: LatestDocument | None) -> LatestDocument | None:
    """Return the row with the latest document, saved or not; None if its revisions are whole.

    The first change reads it from the first revision; and so does one that follows what an earlier
    version of the site recorded while it was upgraded."""
    if row is not None and row.number == session.revision:
        return row
    if row is None and session.revision > 1:
        return None
    revision = session.revisions.filter(number=session.revision).first()
    if revision is None or revision.document is None:
        return None
    row = row or LatestDocument(session=session)
    row.number, row.document = revision.number, revision.document
    row.difference_bytes = revision.difference_bytes
    return row


def save_revision(
    revision: Revision, document: Document, latest: LatestDocument | None, base: Base | None = None
) -> int:
    """Save a new revision of this document, and return how many bytes of it are stored.

    `latest`: the row to overwrite, whose document is used up; `base`: what the difference is made
    to, if to something else."""
    document = _as_read_back(document)
    if latest is None:
        revision.document = document
        revision.save(force_insert=True)
        return len(compact(document).encode())
    base = base or Base(latest.number, latest.document, latest.difference_bytes)
    stored = set_difference(revision, document, base)
    revision.save(force_insert=True)
    latest.number, latest.document = revision.number, document
    latest.difference_bytes = revision.difference_bytes
    if latest._state.adding:
        latest.save(force_insert=True)
    else:
        latest.save(update_fields=("number", "document", "difference_bytes"))
    return stored


def set_difference(revision: Revision, document: Document, base: Base | None) -> int:
    """Give a revision its document, or the difference of it to that of `base`, which is used up.

    It gets the whole document where a difference is no gain, or would not give the same text.
    Return how many bytes that adds; 0 for the first document, which is there once."""
    revision.document, revision.difference = document, None
    revision.based_on, revision.difference_bytes = revision.number, 0
    if base is None:
        return 0
    edits = difference(base.document, document)
    apply(base.document, edits)
    text, edited = compact(document), compact(edits)
    more = len(edited)
    size = base.difference_bytes + more
    if more < len(text) >= size / MOST_DIFFERENCES and compact(base.document) == text:
        revision.document, revision.difference = None, edits
        revision.based_on, revision.difference_bytes = base.number, size
        return len(edited.encode())
    return len(text.encode())


def _as_read_back(document: Document) -> Document:
    """Return the document with its keys in the order in which the database gives them back."""
    if connection.vendor != "postgresql":
        return document
    ordered: Document = _in_order_of_jsonb(document)
    return ordered


def _in_order_of_jsonb(value: Any) -> Any:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: (len(key.encode()), key.encode()))
        return {key: _in_order_of_jsonb(value[key]) for key in keys}
    if isinstance(value, list):
        return [_in_order_of_jsonb(inner) for inner in value]
    return value


@dataclass(frozen=True, slots=True)
class _Step:
    """How a document is reached."""

    base: int  # the number of another revision, or its own where it is whole
    edits: list[Edit]
    difference_bytes: int


class StoredDocuments:
    """The documents of a session's revisions, of which one is at hand at a time.

    From one to the next, the edits between them are made or taken back. One query reads the
    differences, and one more each whole document that they do not lead to."""

    def __init__(self, session: Session, latest: LatestDocument | None = None) -> None:
        """Begin at `latest`, if it was read already; its document is changed afterwards."""
        self._revisions = session.revisions
        self._number = latest.number if latest else 0
        self._document: Document = latest.document if latest else {}
        self._steps: dict[int, _Step] = {}
        self._whole: dict[int, Document] = {}

    @classmethod
    def from_latest(cls, session: Session) -> Self:
        """Begin at the latest document, in one query: from there the one before is a step away."""
        own = ("document", "session__latest_document__document")
        rows = session.revisions.filter(number=F("session__revision"))
        documents = cls(session)
        for number, whole, overwritten, *step in rows.values_list("number", *own, *STEP):
            documents._number = number
            documents._document = overwritten if whole is None else whole
            documents._steps = {number: _step(number, *step)}
        return documents

    def at(self, number: int) -> Document:
        """Return the document of a revision; it is changed when another one is asked for.

        Raises Revision.DoesNotExist."""
        ahead: list[list[Edit]] = []
        goal = number
        while goal != self._number:
            later = max(goal, self._number)
            step = self._step_to(later)
            if step.base == later:  # whole: nothing leads further back
                goal = self._start_over(goal, ahead)
            elif later == goal:
                ahead.append(step.edits)
                goal = step.base
            else:
                revert(self._document, step.edits)
                self._number = step.base
        for edits in reversed(ahead):
            apply(self._document, edits)
        self._number = number
        return self._document

    def base(self, number: int) -> Base:
        """Return what a document that goes back to this revision is compared with."""
        return Base(number, self.at(number), self._step_to(number).difference_bytes)

    def read_whole(self, numbers: Iterable[int]) -> None:
        """Read those of the revisions' documents that are whole, in one query."""
        rows = self._revisions.filter(number__in=numbers).filter(document__isnull=False)
        self._whole |= {
            number: document or {} for number, document in rows.values_list("number", "document")
        }

    def _start_over(self, goal: int, ahead: list[list[Edit]]) -> int:
        """Read the whole document that the goal goes back to, and return its number."""
        while True:
            step = self._step_to(goal)
            if step.base != goal:
                ahead.append(step.edits)
                goal = step.base
                continue
            if goal not in self._whole:
                self.read_whole([goal])
            if goal in self._whole:
                self._number, self._document = goal, self._whole.pop(goal)
                return goal
            self._steps = {}  # it was packed a moment ago

    def _step_to(self, number: int) -> _Step:
        if number not in self._steps:
            rows = self._revisions.values_list("number", *STEP)
            self._steps = {number: _step(number, *row) for number, *row in rows}
        if number not in self._steps:
            raise Revision.DoesNotExist
        return self._steps[number]


def _step(
    number: int, based_on: int | None, edits: list[Edit] | None, difference_bytes: int
) -> _Step:
    return _Step(based_on or number, edits or [], difference_bytes)
