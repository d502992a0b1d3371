"""What is kept of outcomes, compared with the rules and brought in line with them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from scoring import rows
from scoring.models import Session
from scoring.scorer import dump_document
from scoring.sessions import derived_rows, derived_tables, load_many


@dataclass(frozen=True, slots=True)
class Difference:
    """A table of a session whose rows are not what the rules say."""

    session: Session
    table: str
    stored: Any
    expected: Any


def differences(session: Session) -> Iterator[Difference]:
    loaded = load_many([session])[session.pk]
    tables = derived_tables(loaded.played.game)
    stored = rows.read(tables, [session.pk])[session.pk]
    expected = derived_rows(loaded)
    for table in tables:
        old, new = stored[table.model], expected.get(table.model, {})
        if old != new:
            yield Difference(session, table.model._meta.label, old, new)
    document, latest = dump_document(loaded.played), session.revisions.latest("number").document
    if document != latest:
        yield Difference(session, "scoring.Revision", latest, document)


@transaction.atomic
def rescore(session: Session) -> list[Difference]:
    """Write the derived rows anew where they differ; what was recorded stays as it is."""
    locked = Session.objects.locked(session.pk)
    found = list(differences(locked))
    if found:
        loaded = load_many([locked])[locked.pk]
        tables = derived_tables(loaded.played.game)
        stored = rows.read(tables, [locked.pk])[locked.pk]
        rows.write(tables, locked.pk, stored, derived_rows(loaded))
    return found
