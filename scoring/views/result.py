"""The result: who won and why, for those who were there and those who have its link."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.access import Visit, table_view
from scoring.models import Session
from scoring.table import look, plates
from scoring.views.table import table_context


@require_safe
@table_view()
def result(request: HttpRequest, visit: Visit) -> HttpResponse:
    return render(request, "scoring/result.html", table_context(visit))


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    session = Session.objects.kept().filter(share_token=token).first()
    if session is None:
        raise Http404
    now = look(session)
    context = {"session": session, "now": now, "game": now.game, "plates": plates(now)}
    return render(request, "scoring/result.html", context)
