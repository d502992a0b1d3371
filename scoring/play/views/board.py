"""The board: the standings for a television or a laptop that everybody sees."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_safe

from scoring.play.joining import is_open
from scoring.play.views.table import follows, table_context
from scoring.web.polling import no_content_if_seen
from scoring.web.requests import Request, redirect_page
from scoring.web.table_access import Visit, table_view


@require_safe
@gzip_page
@table_view()
def board(request: Request, visit: Visit) -> HttpResponse:
    if following := follows(request, visit):
        return redirect_page(request, "board", following.uuid)
    context = table_context(visit, mark_changes=True)
    context["is_open"] = is_open(visit.session, visit.by().at)
    template = "play/_board.html" if request.htmx else "play/board.html"
    return render(request, template, context)


@require_GET
def poll_board(request: Request, uuid: UUID) -> HttpResponse:
    return no_content_if_seen(request, uuid) or board(request, uuid)
