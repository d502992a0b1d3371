"""The rows of a round that is being entered: what a tap changed of them, and how to put that back.

Hold the session's lock."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, models

from scoring.contract import OpenRound
from scoring.models import Seat, Session
from scoring.models.rows import Row, Rows, Table
from scoring.models.transactions import write_transaction
from scoring.sessions import rows

Values = dict[str, Any]
# A row before and after: its model, its primary key, and its columns; None where there is no row.
# Of a row that was there before and after, only the columns that differ.
Change = tuple[str, int, Values | None, Values | None]


class ChangedSince(Exception):
    """Raised if what should be put back was changed again, or others' entries depend on it."""


def rows_by_id(
    model: type[models.Model], *, through: tuple[str, ...] = (), without: tuple[str, ...] = ()
) -> Table:
    """Describe the rows of a model by their primary keys; `through`: see Table."""
    names = [field.attname for field in model._meta.concrete_fields]
    left_out = {"id", "session_id", *without}
    return Table(model, ("id",), tuple([name for name in names if name not in left_out]), through)


def read(open_round: OpenRound, session: Session, number: int) -> Rows:
    """Read the rows of a round, or those of all rounds where they have no number; one query."""
    return rows.read(open_round.tables, session.pk, number=number if open_round.by_number else None)


def differences(tables: Iterable[Table], before: Rows, after: Rows) -> list[Change]:
    changes: list[Change] = []
    for table in tables:
        old, new = before[table.model], after[table.model]
        for key in sorted(old.keys() | new.keys()):
            if old.get(key) != new.get(key):
                was, now = _values(table, old.get(key)), _values(table, new.get(key))
                if was is not None and now is not None:
                    differing = [name for name in was if was[name] != now[name]]
                    was, now = ({name: one[name] for name in differing} for one in (was, now))
                changes.append((table.model.__name__, key[0], was, now))
    return changes


def _values(table: Table, row: Row | None) -> Values | None:
    return None if row is None else dict(zip(table.columns, row, strict=True))


def as_dicts(table: Table, stored: Rows) -> list[Values]:
    """Return the rows of a table that rows_by_id() describes."""
    return [{"id": pk, **(_values(table, row) or {})} for (pk,), row in stored[table.model].items()]


def put_back(
    open_round: OpenRound, session: Session, number: int, changes: Iterable[Change]
) -> tuple[Rows, Rows]:
    """Make rows what they were before these changes; return all rows before that and after it.

    Raises ChangedSince if one is no longer as these changes left it, or if anything else would
    change, such as rows of others that go with a row that is deleted."""
    tables = open_round.tables
    now = read(open_round, session, number)
    wanted = _before(tables, now, changes)
    if _points_nowhere(tables, session, wanted):
        raise ChangedSince
    try:
        with write_transaction():  # a savepoint
            _write(session, tables, now, wanted)
            after = read(open_round, session, number)
            if after != wanted:
                raise ChangedSince
    except IntegrityError:
        raise ChangedSince from None
    return now, after


def _before(tables: tuple[Table, ...], now: Rows, changes: Iterable[Change]) -> Rows:
    wanted = {table.model: dict(now[table.model]) for table in tables}
    by_name = {table.model.__name__: table for table in tables}
    for name, pk, was, left in changes:
        table = by_name[name]
        row = wanted[table.model].pop((pk,), None)
        values = _values(table, row)
        if was is None or left is None or values is None:
            if values != left:
                raise ChangedSince
            values = was
        else:
            if any(values[name] != left[name] for name in left):
                raise ChangedSince
            values |= was
        if values is not None:
            wanted[table.model][pk,] = tuple([values[name] for name in table.columns])
    return wanted


def _points_nowhere(tables: tuple[Table, ...], session: Session, wanted: Rows) -> bool:
    """Return whether a row would point at one that does not exist any longer."""
    there: Mapping[Any, set[int]] = {
        Seat: {*session.seats.values_list("pk", flat=True)},
        **{table.model: {pk for (pk,) in wanted[table.model]} for table in tables},
    }
    for table in tables:
        for field in table.model._meta.concrete_fields:
            existing = there.get(field.related_model) if field.attname in table.columns else None
            if existing is not None:
                at = table.columns.index(field.attname)
                targets = {row[at] for row in wanted[table.model].values()} - {None}
                if not targets <= existing:
                    return True
    return False


def _write(session: Session, tables: tuple[Table, ...], now: Rows, wanted: Rows) -> None:
    for table in reversed(tables):
        gone = [pk for (pk,) in now[table.model].keys() - wanted[table.model].keys()]
        if gone:
            table.model._default_manager.filter(pk__in=gone).delete()
    for table in tables:
        manager: Any = table.model._default_manager
        of_session = {} if table.through else {"session": session}
        for (pk,), row in wanted[table.model].items():
            values, was = _values(table, row) or {}, now[table.model].get((pk,))
            if was is None:
                manager.create(pk=pk, **of_session, **values)
            elif was != row:
                manager.filter(pk=pk).update(**values)
