"""About a table: who comes how, when and where it is, and what only its host may do."""

from uuid import uuid4

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.access import Needs, Visit, table_view
from scoring.document import check_text
from scoring.links import join_link, reaches_phones
from scoring.models import Group
from scoring.phones import is_open, renew_code, share, take_into
from scoring.refusals import Refused
from scoring.registry import get_game
from scoring.sessions import delete, describe, load
from scoring.taps import KeyField
from scoring.wording import refusal_sentence


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
            said = dict(form.cleaned_data)
            describe(session=session, by=visit.by(said.pop("key")), **said)
            return redirect("about", session.uuid)
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
        "groups": Group.objects.kept_by(visit.user) if visit.user and visit.hosts else (),
    }
    return render(request, "scoring/about.html", context, status=422 if form.errors else 200)


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


@require_POST
@table_view(needs=Needs.HOST)
def remove(request: HttpRequest, visit: Visit) -> HttpResponse:
    delete(session=visit.session, by=visit.by())
    return render(request, "scoring/removed.html", {"game": get_game(visit.session.game)})


@require_POST
@table_view(needs=Needs.HOST)
def take_in(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A quick table, into a group of the host's, where it is kept."""
    session, slug = visit.session, request.POST.get("group")
    groups = Group.objects.kept_by(visit.user) if visit.user else ()
    group = next((group for group in groups if group.slug == slug), None)
    if group is None or session.group_id not in {None, group.pk}:
        raise Http404
    if session.group_id is None:
        take_into(session=session, group=group, phone=visit.phone, by=visit.by())
    return redirect("about", session.uuid)
