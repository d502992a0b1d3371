"""Canvas: a page of the admin, sent back as a browser would."""

from typing import Any

from django.forms import BoundField
from django.test import Client


def posted(client: Client, page: Any, **typed: Any) -> Any:
    """The page as it stands, with some fields typed over; None: a box without its tick."""
    data = {bound.html_name: _sent(bound) for bound in _fields(page.context)}
    given = {name: value for name, value in {**data, **typed}.items() if value is not None}
    return client.post(page.request["PATH_INFO"], given)


def _fields(context: Any) -> list[BoundField]:
    forms = [context["adminform"].form]
    for inline in context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    return [bound for form in forms for bound in form if not bound.field.disabled]


def _sent(bound: BoundField) -> Any:
    """A box without its tick is not sent."""
    value = bound.value()
    if isinstance(value, bool):
        return "on" if value else None
    return "" if value is None else value
