"""About a table: who comes how, when and where it is, and what only its host may do."""

from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import check_text
from scoring.models import Group
from scoring.play.counting_season import counts
from scoring.play.destinations import Destination, destinations
from scoring.play.joining import is_open, renew_code
from scoring.play.sharing import share
from scoring.play.taps import KeyField
from scoring.play.views.correcting import reads, tables
from scoring.play.views.lifecycle import confirm
from scoring.registry import get_game
from scoring.sessions.loading import load
from scoring.sessions.recording import describe
from scoring.web.group_access import is_scorekeeper
from scoring.web.links import join_link, reaches_phones
from scoring.web.table_access import Needs, Visit, table_view


class CoverForm(forms.Form):
    """When and where, and whatever is worth keeping."""

    played_on = forms.DateField(
        label=_("Played on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    location = forms.CharField(label=_("Place"), required=False, max_length=200)
    notes = forms.CharField(
        label=_("Notes"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )
    key = KeyField()

    def clean_location(self) -> str:
        return self._text("location")

    def clean_notes(self) -> str:
        return self._text("notes")

    def _text(self, name: str) -> str:
        text: str = self.cleaned_data[name].replace("\r\n", "\n").strip()
        try:
            if text:
                check_text(name, text)
        except Refused as refused:
            raise forms.ValidationError(refusal_sentence(refused)) from None
        return text


@require_http_methods(["GET", "POST"])
@table_view()
def about(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The page; and, posted by whoever may enter, when and where it is played."""
    session = visit.session
    cover = load(session).cover
    initial = {
        "played_on": cover.played_on,
        "location": cover.location,
        "notes": cover.notes,
        "key": uuid4(),
    }
    form = CoverForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST":
        if not visit.enters:
            raise PermissionDenied
        if form.is_valid():
            return _describe(request, visit, form)
    by = visit.by()
    context = {
        "visit": visit,
        "session": session,
        "game": get_game(session.game),
        "form": form,
        "seats": session.seats.select_related("phone").order_by("place"),
        "watching": session.phones.watching().count(),
        "is_open": is_open(session, by.at),
        "reaches_phones": reaches_phones(request),
        "link": join_link(request, session),
        "counts": counts(session) if session.group and reads(visit, session.group) else None,
        **_where(visit),
    }
    return render(request, "play/details.html", context, status=422 if form.errors else 200)


def _where(visit: Visit) -> dict[str, Any]:
    """Into which groups and leagues the host may take the table."""
    session = visit.session
    if visit.user is None or not visit.hosts:
        return {}
    if session.group is None:
        kept = Group.objects.with_scorekeeper(visit.user).order_by("name", "pk")
        return {"destinations": destinations(kept)}
    if not is_scorekeeper(visit.user, session.group):
        return {}
    here = Destination(session.group, session.league)
    return {"leagues": destinations([session.group]), "here": here}


def _describe(request: HttpRequest, visit: Visit, form: CoverForm) -> HttpResponse:
    """On another day it may count for another table: that is said before it is saved."""
    session, said = visit.session, dict(form.cleaned_data)
    key = said.pop("key")
    if said["played_on"] != session.played_on and "save" not in request.POST:
        changes = tables(visit, lambda: describe(session=session, by=visit.by(), **said))
        if changes:
            return confirm(
                request,
                visit,
                heading=gettext("Played on another day?"),
                tables=changes,
                hidden=[(name, form[name].value()) for name in form.fields],
                save_label=gettext("Save"),
            )
    describe(session=session, by=visit.by(key), **said)
    return redirect("about", session.uuid)


@require_POST
@table_view(needs=Needs.HOST)
def renew(request: HttpRequest, visit: Visit) -> HttpResponse:
    renew_code(session=visit.session)
    return redirect("about", visit.session.uuid)


@require_POST
@table_view(needs=Needs.HOST)
def share_result(request: HttpRequest, visit: Visit) -> HttpResponse:
    share(session=visit.session, shared="stop" not in request.POST)
    return redirect("result", visit.session.uuid)
