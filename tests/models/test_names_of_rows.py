"""Every row has a name, which the admin shows wherever it mentions the row."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Model

MODELS = [
    model
    for app in apps.get_app_configs()
    if app.name.startswith(("scoring", "games."))
    for model in app.get_models()
]
TEXTS = {"CharField", "TextField", "SlugField"}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_a_row_has_a_name(model: type[Model]) -> None:
    assert str(row_of(model)).strip()


def row_of(model: type[Model]) -> Model:
    """Return a row that is not saved, with every row that it belongs to."""
    if model is User:
        return User(username="three")
    return model(**{field.name: _value(field) for field in model._meta.concrete_fields})


def _value(field: "Field[Any, Any]") -> Any:
    if isinstance(field, ForeignKey):
        return row_of(field.related_model)
    if field.get_internal_type() == "DateTimeField":
        return datetime(2026, 3, 3, tzinfo=UTC)
    return "three" if field.get_internal_type() in TEXTS else 3
