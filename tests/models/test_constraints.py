"""Constraints are declared by their names, and take their ranges from the rules."""

from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import CheckConstraint, UniqueConstraint

from games.artbox.models import Guess, NumberToken
from games.artem.models import Claim
from games.canvas.models import Painting, PaintingIcon, PaintingLayer
from games.duplik.models import Check, Setup
from scoring.models import NotedPlace, Seat

OURS = ("scoring", "artbox", "artem", "canvas", "duplik")


def constraints() -> list[Any]:
    return [
        constraint
        for app in OURS
        for model in apps.get_app_config(app).get_models()
        for constraint in model._meta.constraints
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("model", "field", "allowed"),
    [
        (Guess, "right", range(3)),
        (NumberToken, "token", range(1, 9)),
        (Claim, "play", range(1, 6)),
        (Claim, "length", range(2, 7)),
        (Painting, "number", range(1, 4)),
        (PaintingIcon, "slot", range(1, 6)),
        (PaintingLayer, "layer", range(1, 4)),
        (Setup, "laps", range(1, 4)),
        (Check, "criterion", range(1, 11)),
        (Seat, "place", range(1, 9)),
        (NotedPlace, "place", range(1, 9)),
    ],
    ids=lambda value: getattr(value, "__name__", None) or str(value),
)
def test_a_row_takes_the_numbers_of_the_rules_and_no_others(
    model: type[Any], field: str, allowed: range
) -> None:
    checks = [each for each in model._meta.constraints if isinstance(each, CheckConstraint)]
    taken = [number for number in range(30) if _is_taken(checks, model, field, number)]
    assert taken == [*allowed]


def _is_taken(checks: list[CheckConstraint], model: type[Any], field: str, number: int) -> bool:
    others = {each.name for each in model._meta.fields} - {field}
    try:
        for check in checks:
            check.validate(model, model(**{field: number}), exclude=others)
    except ValidationError:
        return False
    return True


def test_every_constraint_has_its_app_in_its_name_and_a_sentence_for_people() -> None:
    for constraint in constraints():
        assert isinstance(constraint, (CheckConstraint, UniqueConstraint))
        assert constraint.name.startswith(OURS)
        assert str(constraint.violation_error_message).endswith(".")
