"""The sessions of a group: finding them, and the bin of those that were deleted."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.groups import session_list
from scoring.groups.deleted_sessions import MOST_PAGES_OF_DELETED, deleted_sessions
from scoring.groups.session_filter import SessionFilterForm
from scoring.groups.session_list import ON_A_PAGE, Position, found_sessions
from scoring.models import Session
from scoring.sessions import lifecycle
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.requests import page_number


@require_safe
@group_view()
def sessions(request: HttpRequest, guest: Guest) -> HttpResponse:
    """List the group's sessions, newest first; the address says which of them."""
    form = SessionFilterForm(request.GET, guest=guest)
    if not form.is_valid():
        raise Http404
    before = form.cleaned_data["before"]
    found = found_sessions(guest.group, form.wanted(), before)
    on_page = found[:ON_A_PAGE]
    newest = request.GET.copy()
    newest.pop("before", None)
    context = {
        "guest": guest,
        "group": guest.group,
        "form": form,
        "lines": session_list.session_lines(on_page, guest),
        "query": newest.urlencode(),
        "is_first": before is None,
        "before": Position.of(on_page[-1]).written() if len(found) > ON_A_PAGE else "",
    }
    return render(request, "groups/sessions/sessions.html", context)


@require_safe
@group_view(needs=GroupNeeds.KEEP)
def deleted(request: HttpRequest, guest: Guest) -> HttpResponse:
    """List what was deleted and can still be restored."""
    number = page_number(request, MOST_PAGES_OF_DELETED)
    on_page, has_more = deleted_sessions(guest, number)
    context = {
        "guest": guest,
        "group": guest.group,
        "sessions": on_page,
        "number": number,
        "next_number": number + 1 if has_more and number < MOST_PAGES_OF_DELETED else None,
    }
    return render(request, "groups/sessions/deleted.html", context)


@require_POST
@group_view(needs=GroupNeeds.KEEP)
def restore_deleted(request: HttpRequest, guest: Guest, session: UUID) -> HttpResponse:
    found = Session.objects.deleted_of(guest.group).with_uuid(session)
    if found is None:
        raise Http404
    try:
        with guest.confirmed():
            lifecycle.undelete(session=found, by=guest.by())
    except lifecycle.SessionIsNotDeleted:  # a moment ago, on another phone
        pass
    return redirect("result", found.uuid)
