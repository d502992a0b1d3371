"""What is kept of outcomes, compared with the rules and brought in line with them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from scoring import rows
from scoring.models import Session
from scoring.refusals import Refused
from scoring.results import derived_tables
from scoring.scorer import dump_document
from scoring.sessions import Loaded, derived_rows, load_rows


@dataclass(frozen=True, slots=True)
class Difference:
    """A table of a session whose rows are not what the rules say."""

    session: Session
    table: str
    stored: Any
    expected: Any


@transaction.atomic
def differences(pk: int, *, mend: bool = False) -> list[Difference]:
    """`mend`: write the derived rows anew where they differ; what was recorded stays as it is."""
    session = Session.objects.locked(pk)
    try:
        loaded = load_rows(session)
        expected = derived_rows(session, loaded)
    except (KeyError, Refused) as problem:  # rows that make no session: only people can mend them
        return [Difference(session, "recorded rows", repr(problem), "a session")]
    tables = derived_tables(loaded.played.game)
    stored = rows.read(tables, pk)
    found = [
        Difference(session, table.model._meta.label, stored[table.model], expected[table.model])
        for table in tables
        if stored[table.model] != expected.get(table.model, {})
    ]
    if mend and found:
        rows.write(tables, pk, stored, expected)
    return [*found, *_not_as_revised(session, loaded)]


def _not_as_revised(session: Session, loaded: Loaded) -> Iterator[Difference]:
    document, latest = dump_document(loaded.played), session.revisions.latest("number").document
    if document != latest:
        yield Difference(session, "scoring.Revision", latest, document)
