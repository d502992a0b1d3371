"""Read and fill in the admin's forms."""

from typing import Any

from django.forms import CheckboxInput, MultipleChoiceField
from django.test import Client
from django.urls import reverse

from scoring.models import Session


def page_of(session: Session) -> str:
    return reverse("admin:scoring_session_change", args=[session.pk])


def form_data(client: Client, session: Session) -> dict[str, Any]:
    """Return what a browser would send if nothing was typed."""
    return _sent(client.get(page_of(session)).context)


def posted(client: Client, page: Any, **typed: Any) -> Any:
    """Send a page back as it is, with some fields typed over; None: a box without its tick."""
    data = {**_sent(page.context), **typed}
    given = {name: value for name, value in data.items() if value is not None}
    return client.post(page.request["PATH_INFO"], given)


def _sent(context: Any) -> dict[str, Any]:
    data: dict[str, Any] = {}
    forms = [context["adminform"].form]
    for inline in context["inline_admin_formsets"]:
        formset = inline.formset
        forms += [formset.management_form, *formset.forms]
    for form in forms:
        for bound in form:
            value = bound.value()
            several = isinstance(bound.field, MultipleChoiceField)
            unticked = value is False and isinstance(bound.field.widget, CheckboxInput)
            if not unticked and (value or not several):
                data[bound.html_name] = _typed(value)
    return data


def _typed(value: Any) -> Any:
    if value is True:
        return "on"
    return "" if value is None else value


def refusals(answer: Any) -> dict[str, str]:
    """The sentences of an answered page, by the field at which each is shown: "rounds-1-title"; or
    by the row, "rounds-1"; or by the table above its rows, "rounds"."""
    forms = [("", answer.context["adminform"].form)]
    sentences_at = {}
    for inline in answer.context["inline_admin_formsets"]:
        formset = inline.formset
        forms += [(form.prefix, form) for form in formset.forms]
        if formset.non_form_errors():
            sentences_at[formset.prefix] = " ".join(formset.non_form_errors())
    for prefix, form in forms:
        for name, sentences in form.errors.items():
            own = "" if name == "__all__" else name
            sentences_at["-".join(filter(None, (prefix, own)))] = " ".join(sentences)
    return sentences_at
