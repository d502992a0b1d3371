"""Correcting what was entered: first what that would change, then the change."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

from scoring.access import Request, Visit, go
from scoring.effects import tried
from scoring.models import Revision
from scoring.registry import get_game
from scoring.taps import KeyForm, Take, TapForm, take


def correct(
    request: Request,
    visit: Visit,
    form: TapForm,
    template: str,
    context: dict[str, Any],
    *,
    record: Take | None = None,
) -> HttpResponse:
    """`template` extends scoring/correct.html and holds the form's fields.

    The page comes with the form as it stands; posted, it says what would change and offers to save;
    posted with `save`, it is recorded, unless something else was recorded since the page came: the
    entry of that number may be another one by now."""
    session = visit.session
    seen = _seen(request)
    context = {
        "visit": visit,
        "session": session,
        "game": get_game(session.game),
        "form": form,
        "seen": session.revision if seen is None else seen,
        **context,
    }
    if not form.is_bound:
        return render(request, template, context)
    if "save" in request.POST:
        if record(form, visit) if record else take(form, visit, seen):
            return go(request, "table", session.uuid)
        session.refresh_from_db()
        context["seen"] = session.revision
    context["effect"] = tried(form, session)
    wanted = "scoring/_effect.html" if request.htmx else template
    return render(request, wanted, context, status=422 if form.errors else 200)


def gone(request: Request, visit: Visit) -> HttpResponse:
    """For an entry that is not there: the second tap on what took it out leads to the table."""
    form = KeyForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else None
    if key and Revision.objects.number_of(visit.session.pk, key):
        return go(request, "table", visit.session.uuid)
    raise Http404


def _seen(request: Request) -> int | None:
    form = KeyForm(request.POST)
    return form.cleaned_data["seen"] if form.is_valid() else None


def preview(request: Request, visit: Visit, form: TapForm) -> HttpResponse:
    """What an entry would bring, while it is being made."""
    context = {"effect": tried(form, visit.session), "form": form}
    return render(request, "scoring/_preview.html", context)
