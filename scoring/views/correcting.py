"""Correcting what was entered: first what that would change, then the change."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from scoring.access import Request, Visit, go
from scoring.effects import tried
from scoring.registry import get_game
from scoring.taps import Take, TapForm, take


def correct(
    request: Request,
    visit: Visit,
    form: TapForm,
    template: str,
    context: dict[str, Any],
    *,
    record: Take = take,
) -> HttpResponse:
    """`template` extends scoring/correct.html and holds the form's fields.

    The page comes with the form as it stands; posted, it says what would change and offers to save;
    posted with `save`, it is recorded."""
    session = visit.session
    context = {
        "visit": visit,
        "session": session,
        "game": get_game(session.game),
        "form": form,
        **context,
    }
    if not form.is_bound:
        return render(request, template, context)
    if "save" in request.POST and record(form, visit):
        return go(request, "table", session.uuid)
    context["effect"] = tried(form, session)
    wanted = "scoring/_effect.html" if request.htmx else template
    return render(request, wanted, context, status=422 if form.errors else 200)


def preview(request: Request, visit: Visit, form: TapForm) -> HttpResponse:
    """What an entry would bring, while it is being made."""
    context = {"effect": tried(form, visit.session), "form": form}
    return render(request, "scoring/_preview.html", context)
