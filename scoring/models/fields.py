"""Types of columns that Django does not have."""

from collections.abc import Sequence
from typing import Any

from django.db import models


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
