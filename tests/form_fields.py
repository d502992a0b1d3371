"""Describe the values that fields of our own forms accept, for a test to compare."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from django import forms

ROOT = Path(__file__).parent.parent
LONGEST = 40  # letters of choices that are named


def fields_of(package: str) -> dict[str, str]:
    """Return what each field takes that a form of the package declares: "1 to 8, optional".

    Left out is what takes anything. Fields that come from a model have their limits there."""
    values = {
        f"{form.__module__}.{form.__qualname__}.{name}".removeprefix(f"{package}."): _values(field)
        for form in sorted(_forms(package), key=lambda form: (form.__module__, form.__qualname__))
        for name, field in _declared(form).items()
        if not any(field is _declared(base).get(name) for base in form.__mro__[1:])
    }
    return {name: value for name, value in values.items() if value != "anything"}


def _forms(package: str) -> set[type]:
    """Import every module of the package; return the forms in them."""
    for path in (ROOT / package.replace(".", "/")).rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if not {"tests", "migrations"} & {*parts}:
            import_module(".".join(parts).removesuffix(".__init__"))
    return {form for form in _below(forms.BaseForm) if form.__module__.startswith(f"{package}.")}


def _below(form: type[Any]) -> Iterator[type[Any]]:
    for one in form.__subclasses__():
        yield one
        yield from _below(one)


def _declared(form: type) -> dict[str, forms.Field]:
    return getattr(form, "declared_fields", {})


def _values(field: forms.Field) -> str:
    optional = "" if field.required else ", optional"
    return f"{_range(field)}{optional}"


def _range(field: forms.Field) -> str:
    match field:
        case forms.IntegerField(min_value=int(lowest), max_value=None):
            return f"from {lowest}"
        case forms.IntegerField(min_value=int(lowest), max_value=int(highest)):
            return f"{lowest} to {highest}"
        case forms.ModelChoiceField():
            return "anything"
        case forms.ChoiceField(choices=[_, *_] as choices):
            named = " ".join(str(value) or "-" for value, _label in choices)
            return named if len(named) <= LONGEST else "one of many"
        case forms.CharField(max_length=int(most)):
            return f"{most} letters"
    return "anything"
