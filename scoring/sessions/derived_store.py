"""Derive the rows of a State from its fields, where the columns of its tables have their names.

    CLAIMS = Entries(models.Claim, rules.Claim, key="play")
    TURNS = Entries(models.Turn, rules.Turn, key="number", parts={"claims": CLAIMS})
    STORE = derive_store(rules.State, models.Setup, parts={"turns": TURNS})

A field with a table of its own is a part; the others are columns. In a column of text, blank stands
for None. A game whose tables are unlike its State writes a `Store` by hand.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeVar, get_type_hints

from django.db import models

from scoring.contract import Store
from scoring.models import Seat
from scoring.models.rows import Row, Rows, Sitting, Table, by_values

State = TypeVar("State")
NewRows = dict[type[models.Model], dict[Row, Row]]
Values = Mapping[Row, Any]  # the key of an owner -> what its field holds


class Part(Protocol):
    """A field with a table of its own; its key begins with the key of the row that owns it."""

    empty: Any

    def tables(self, owner: tuple[str, ...]) -> Iterator[Table]: ...

    def add_rows(self, rows: NewRows, owner: Row, value: Any, sitting: Sitting) -> None: ...

    def read(self, rows: Rows, sitting: Sitting) -> Values: ...


class Columns:
    """The fields of an entry that are columns of a table, in both directions.

    `renamed` has the fields whose columns are called otherwise."""

    def __init__(self, model: type[models.Model], entry: Any, renamed: Mapping[str, str]) -> None:
        hints = get_type_hints(entry)
        columns = {column.name: column for column in model._meta.concrete_fields}
        names = {field: renamed.get(field, field) for field in hints}
        self.model, self.entry = model, entry
        self.by_field = {field: columns[name] for field, name in names.items() if name in columns}

    def table(self, key: tuple[str, ...]) -> Table:
        names = [column.attname for column in self.by_field.values()]
        columns = tuple([name for name in names if name not in key])
        return Table(self.model, key, columns)

    def values(self, entry: Any, sitting: Sitting, but: str = "") -> Row:
        """Return a row's values; `but` is the field that is in its key."""
        return tuple(
            [
                _stored(getattr(entry, field), column, sitting)
                for field, column in self.by_field.items()
                if field != but
            ]
        )

    def fields(self, values: Row, sitting: Sitting, but: str = "") -> dict[str, Any]:
        fields = [field for field in self.by_field if field != but]
        return {
            field: _read(value, self.by_field[field], sitting)
            for field, value in zip(fields, values, strict=True)
        }


def _stored(value: Any, column: Any, sitting: Sitting) -> Any:
    if column.related_model is Seat:
        return None if value is None else sitting.seat(value)
    return "" if value is None and isinstance(column, models.CharField) else value


def _read(value: Any, column: Any, sitting: Sitting) -> Any:
    if column.related_model is Seat:
        return None if value is None else sitting.name(value)
    return None if value == "" else value


class Entries:
    """A list of entries, such as rounds: a row for each.

    `key` is the column that tells an owner's entries apart: a field, or their number from 1."""

    empty = ()

    def __init__(
        self,
        model: type[models.Model],
        entry: Any,
        *,
        key: str,
        renamed: Mapping[str, str] | None = None,
        parts: Mapping[str, Part] | None = None,
    ) -> None:
        self.columns = Columns(model, entry, renamed or {})
        self.model, self.key, self.parts = model, key, parts or {}
        self.key_field = key if key in self.columns.by_field else ""

    def tables(self, owner: tuple[str, ...]) -> Iterator[Table]:
        key = (*owner, self.key)
        yield self.columns.table(key)
        for part in self.parts.values():
            yield from part.tables(key)

    def add_rows(self, rows: NewRows, owner: Row, value: Any, sitting: Sitting) -> None:
        for at, entry in enumerate(value):
            key = self._key(owner, at, entry)
            rows[self.model][key] = self.columns.values(entry, sitting, but=self.key_field)
            for name, part in self.parts.items():
                part.add_rows(rows, key, getattr(entry, name), sitting)

    def read(self, rows: Rows, sitting: Sitting) -> Values:
        parts = {name: part.read(rows, sitting) for name, part in self.parts.items()}
        entries: dict[Row, tuple[Any, ...]] = defaultdict(tuple)
        for key, values in sorted(rows[self.model].items()):
            fields = self.columns.fields(values, sitting, but=self.key_field)
            if self.key_field:
                fields[self.key_field] = key[-1]
            inner = {name: parts[name].get(key, part.empty) for name, part in self.parts.items()}
            entries[key[:-1]] += (self.columns.entry(**fields, **inner),)
        return entries

    def _key(self, owner: Row, at: int, entry: Any) -> Row:
        return (*owner, getattr(entry, self.key_field) if self.key_field else at + 1)


class ByPlayer:
    """A mapping from players to a value or to another part: a row for each player."""

    def __init__(self, model: type[models.Model], *, key: str, value: str | Part) -> None:
        self.model, self.key = model, key
        self.column = value if isinstance(value, str) else ""
        self.part = None if isinstance(value, str) else value
        self.empty: Mapping[str, Any] = {}

    def tables(self, owner: tuple[str, ...]) -> Iterator[Table]:
        key = (*owner, self.key)
        yield Table(self.model, key, (self.column,) if self.column else ())
        if self.part:
            yield from self.part.tables(key)

    def add_rows(self, rows: NewRows, owner: Row, value: Any, sitting: Sitting) -> None:
        for name, inner in value.items():
            key = (*owner, sitting.seat(name))
            rows[self.model][key] = () if self.part else (inner,)
            if self.part:
                self.part.add_rows(rows, key, inner, sitting)

    def read(self, rows: Rows, sitting: Sitting) -> Values:
        inner = self.part.read(rows, sitting) if self.part else {}
        by_owner: dict[Row, dict[str, Any]] = defaultdict(dict)
        for key, values in rows[self.model].items():
            value = inner.get(key, self.part.empty) if self.part else values[0]
            by_owner[key[:-1]][sitting.name(key[-1])] = value
        return by_owner


class Scalars:
    """A list of different plain values: a row for each, with its place in the list."""

    empty = ()

    def __init__(self, model: type[models.Model], *, key: str, place: str = "place") -> None:
        self.model, self.key, self.place = model, key, place

    def tables(self, owner: tuple[str, ...]) -> Iterator[Table]:
        yield Table(self.model, (*owner, self.key), (self.place,))

    def add_rows(self, rows: NewRows, owner: Row, value: Any, sitting: Sitting) -> None:
        rows[self.model] |= {(*owner, scalar): (place,) for place, scalar in enumerate(value)}

    def read(self, rows: Rows, sitting: Sitting) -> Values:
        lists: dict[Row, tuple[Any, ...]] = defaultdict(tuple)
        for key, _place in sorted(rows[self.model].items(), key=by_values):
            lists[key[:-1]] += (key[-1],)
        return lists


def derive_store(
    state: type[State],
    setup: type[models.Model] | None = None,
    *,
    parts: Mapping[str, Part],
    **more: Any,
) -> Store[State]:
    """Return the store of a State; its own fields are in the row of `setup`, if any has a value.

    `more` is what else a `Store` may have, such as `load_extra`."""
    columns = Columns(setup, state, {}) if setup else None
    own = (columns.table(()),) if columns else ()
    tables = (*own, *[table for part in parts.values() for table in part.tables(())])

    def to_rows(state: State, sitting: Sitting) -> Rows:
        rows: NewRows = {table.model: {} for table in tables}
        if columns:
            values = columns.values(state, sitting)
            if any(value not in ("", None) for value in values):
                rows[columns.model][()] = values
        for name, part in parts.items():
            part.add_rows(rows, (), getattr(state, name), sitting)
        return rows

    def from_rows(rows: Rows, sitting: Sitting) -> State:
        fields: dict[str, Any] = {"players": sitting.players, "stopped": sitting.stopped}
        if columns and () in rows[columns.model]:
            fields |= columns.fields(rows[columns.model][()], sitting)
        for name, part in parts.items():
            fields[name] = part.read(rows, sitting).get((), part.empty)
        return state(**fields)

    return Store(tables=tables, to_rows=to_rows, from_rows=from_rows, **more)
