"""Types of columns that Django does not have."""

import json
from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression


class NumbersField(models.CharField):  # type: ignore[type-arg]
    """A short list of small whole numbers, such as the points of a podium."""

    def from_db_value(self, value: str | None, *_: object) -> tuple[int, ...]:
        numbers: tuple[int, ...] = self.to_python(value)
        return numbers

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) or value is None:
            return tuple([int(one) for one in (value or "").replace(",", " ").split()])
        return tuple(value)

    def get_prep_value(self, value: Sequence[int] | str) -> str:
        return " ".join(map(str, self.to_python(value)))

    def value_to_string(self, obj: models.Model) -> str:
        return self.get_prep_value(self.value_from_object(obj))


class CompactJSONField(models.JSONField):
    """JSON of many short lists; on PostgreSQL as text in one JSON string.

    `jsonb` takes eight bytes and more for every number and every list, so a difference between two
    documents would take twice as much. Nothing can search in it."""

    def get_db_prep_value(
        self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False
    ) -> Any:
        if connection.vendor == "postgresql" and isinstance(value, list):
            value = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return super().get_db_prep_value(value, connection, prepared)

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> Any:
        stored = super().from_db_value(value, expression, connection)
        return json.loads(stored) if isinstance(stored, str) else stored

    def deconstruct(self) -> Any:
        """Be a JSONField to migrations: the column is the same, and so are rows of both kinds."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.JSONField", arguments, options
