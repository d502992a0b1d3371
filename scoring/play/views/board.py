"""The board: the standings for a television or a laptop that everybody sees."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_safe

from scoring.play.joining import has_all_phones, is_open
from scoring.play.page_cache import store_page, stored_page
from scoring.play.views.table import follows, table_context
from scoring.web.polling import polled, polling_of
from scoring.web.requests import Request, no_store, redirect_page
from scoring.web.table_access import Visit, table_view

PAGE = "board"


@require_safe
@gzip_page
@table_view()
def board(request: Request, visit: Visit) -> HttpResponse:
    if following := follows(request, visit):
        return redirect_page(request, "board", following.uuid)
    session = visit.session
    return stored_page(request, PAGE, session.uuid, session.version) or render_board(request, visit)


def render_board(request: Request, visit: Visit) -> HttpResponse:
    context = table_context(visit, mark_changes=True)
    context["is_open"] = is_open(visit.session, visit.by().at)
    context["everybody_joined"] = context["is_open"] and has_all_phones(context["now"])
    context["phase"] = context["game"].play.phase(context["now"])
    template = "play/board/_board.html" if request.htmx else "play/board/board.html"
    response = render(request, template, context)
    if not context["following"]:  # else each screen is led to the next table
        store_page(request, PAGE, visit.session, response)
    return response


@polled
@require_GET
@gzip_page
def poll_board(request: Request, uuid: UUID) -> HttpResponse:
    polling = polling_of(request)
    stored = stored_page(request, PAGE, uuid, polling.version) if polling else None
    return no_store(stored) if stored else board(request, uuid)
