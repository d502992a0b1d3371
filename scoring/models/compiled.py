"""Queries that are compiled once, with values in them that are replaced by those of a request.

The ORM takes longer to put them together than the database to answer: each of the pages and taps
that use them took a sixth to a third less time."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import UTC, date, datetime
from functools import cache, cached_property
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.models.query import ModelIterable

# Values to compile with; no row has them.
ANY_KEY, ANY_OTHER_KEY, ANY_TEXT = -1, -2, "any text"
ANY_DAY, ANY_MOMENT, ANY_UUID = date(1000, 1, 1), datetime(1000, 1, 1, tzinfo=UTC), UUID(int=0)
ANY_NUMBER = -3
ANY_REVISION = 1_999_999_999  # of a column that has no negative numbers
NO_VALUES: Mapping[Any, Any] = {}


class CompiledQuery:
    """The query that `make` returns. It may be made once, with a value in each place of its own."""

    def __init__(self, make: Callable[[], models.QuerySet[Any, Any]]) -> None:
        self._make = make

    @cached_property
    def _compiled(self) -> tuple[Any, str, tuple[Any, ...]]:
        compiler = self._make().query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        return compiler, sql, parameters

    def filled(self, values: Mapping[Any, Any]) -> tuple[str, list[Any]]:
        """Return the statement and its parameters, with these values for those compiled with."""
        _compiler, sql, parameters = self._compiled
        filled = {stored(placed): stored(value) for placed, value in values.items()}
        return sql, [filled.get(parameter, parameter) for parameter in parameters]

    def rows(self, values: Mapping[Any, Any]) -> list[tuple[Any, ...]]:
        """Return the rows as the database has them, moments as text on SQLite."""
        with connection.cursor() as cursor:
            cursor.execute(*self.filled(values))
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows

    def instances(self, values: Mapping[Any, Any]) -> list[Any]:
        """Return the rows as the queryset does: instances, with what it selects and annotates."""
        # What ModelIterable asks of a queryset. Django does not promise it: the tests compare.
        compiler = self._compiler()
        compiler.execute_sql = lambda **_how: [self.rows(values)]
        query = SimpleNamespace(get_compiler=lambda **_of: compiler)
        queryset: Any = SimpleNamespace(db=DEFAULT_DB_ALIAS, query=query, _known_related_objects={})
        return list(ModelIterable(queryset))

    def tuples(self, values: Mapping[Any, Any]) -> list[tuple[Any, ...]]:
        """Return the rows as a queryset's values_list() does, each value as its field reads it."""
        return list(self._compiler().results_iter([self.rows(values)], tuple_expected=True))

    def mappings(self, values: Mapping[Any, Any]) -> list[dict[str, Any]]:
        """Return the rows as a queryset's values() does."""
        names = self._compiled[0].query.selected
        return [dict(zip(names, row, strict=True)) for row in self.tuples(values)]

    def _compiler(self) -> Any:
        compiler = copy(self._compiled[0])
        compiler.connection = connections[DEFAULT_DB_ALIAS]  # that of this thread
        return compiler

    def instance(self, values: Mapping[Any, Any]) -> Any:
        """Return the first row as an instance; None if there is none."""
        return next(iter(self.instances(values)), None)


class CompiledListQuery:
    """The query that `make` returns for a list of keys, compiled once for lists of about a length.

    A list is filled up with its last key to the next power of two, which changes no row."""

    def __init__(self, make: Callable[[Sequence[int]], models.QuerySet[Any, Any]]) -> None:
        self._of_length = cache(lambda length: CompiledQuery(lambda: make(_any_keys(length))))

    def instances(self, keys: Sequence[int], values: Mapping[Any, Any] = NO_VALUES) -> list[Any]:
        return self._of(keys).instances(_with_keys(keys, values)) if keys else []

    def tuples(
        self, keys: Sequence[int], values: Mapping[Any, Any] = NO_VALUES
    ) -> list[tuple[Any, ...]]:
        return self._of(keys).tuples(_with_keys(keys, values)) if keys else []

    def _of(self, keys: Sequence[int]) -> CompiledQuery:
        return self._of_length(list_length(keys))


def _with_keys(keys: Sequence[int], values: Mapping[Any, Any]) -> Mapping[Any, Any]:
    filled = zip_longest(_any_keys(list_length(keys)), keys, fillvalue=keys[-1])
    return {**values, **dict(filled)}


def list_length(keys: Sequence[int]) -> int:
    """Return the next power of two."""
    return 1 << (len(keys) - 1).bit_length()


def _any_keys(number: int) -> range:
    """Return values to compile with that are none of those above."""
    return range(ANY_NUMBER - number, ANY_NUMBER)


def stored(value: Any) -> Any:
    """Return the value as this database stores it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    if isinstance(value, UUID):
        return _UUID_FIELD.get_db_prep_value(value, connection)
    return value


_UUID_FIELD = models.UUIDField()
