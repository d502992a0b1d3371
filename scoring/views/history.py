"""What was recorded, when and from whose phone; and back to any of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.access import Needs, Visit, table_view
from scoring.sessions import restore
from scoring.taps import KeyForm


@require_safe
@table_view()
def history(request: HttpRequest, visit: Visit) -> HttpResponse:
    revisions = visit.session.revisions.with_people().order_by("-number")[:50]
    context = {"visit": visit, "session": visit.session, "revisions": revisions}
    return render(request, "scoring/history.html", context)


@require_POST
@table_view(needs=Needs.ENTER)
def restore_revision(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    get_object_or_404(visit.session.revisions, number=number)
    form = KeyForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else None
    restore(session=visit.session, number=number, by=visit.by(key))
    return redirect("table", visit.session.uuid)
