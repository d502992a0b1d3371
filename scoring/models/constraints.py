"""Constraints of models by their names: what is allowed, and the sentence for people."""

from dataclasses import dataclass
from typing import Any

from django.db.models import BaseConstraint, CheckConstraint, Q, UniqueConstraint

Sentence = Any  # a text that is translated when it is shown


@dataclass(frozen=True, slots=True)
class Once:
    """No two rows have the same values of these fields, of those for which `where` holds."""

    fields: tuple[str, ...]
    where: Q | None = None


def once(*fields: str, where: Q | None = None) -> Once:
    return Once(fields, where)


def within(field: str, allowed: range) -> Q:
    """Allow the numbers of a range."""
    return Q((f"{field}__gte", allowed[0]), (f"{field}__lte", allowed[-1]))


def numbered(field: str = "number") -> Q:
    """Allow numbers from 1."""
    return Q((f"{field}__gte", 1))


def named(**constraints: tuple[Once | Q, Sentence]) -> tuple[BaseConstraint, ...]:
    """Return the constraints of a model: name -> what it allows, and what to say otherwise."""
    return tuple(
        [
            UniqueConstraint(
                fields=allowed.fields,
                condition=allowed.where,
                name=name,
                violation_error_message=sentence,
            )
            if isinstance(allowed, Once)
            else CheckConstraint(condition=allowed, name=name, violation_error_message=sentence)
            for name, (allowed, sentence) in constraints.items()
        ]
    )
