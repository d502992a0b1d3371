"""The admin's forms as a browser would send them."""

from typing import Any

from django.forms import MultipleChoiceField
from django.test import Client
from django.urls import reverse

from scoring.models import Session


def page_of(session: Session) -> str:
    return reverse("admin:scoring_session_change", args=[session.pk])


def form_data(client: Client, session: Session) -> dict[str, Any]:
    """What a browser would send if nothing was typed."""
    context = client.get(page_of(session)).context
    data: dict[str, Any] = {}
    forms = [context["adminform"].form]
    for inline in context["inline_admin_formsets"]:
        formset = inline.formset
        forms += [formset.management_form, *formset.forms]
    for form in forms:
        for bound in form:
            value = bound.value()
            several = isinstance(bound.field, MultipleChoiceField)
            if value is not False and (value or not several):
                data[bound.html_name] = _typed(value)
    return data


def _typed(value: Any) -> Any:
    if value is True:
        return "on"
    return "" if value is None else value
