"""The board: the standings for a television or a laptop that everybody sees."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_safe

from scoring.play.board import is_brief, lanes
from scoring.play.joining import has_all_phones, is_open
from scoring.play.views.table import follows, screen_of, store_screen, table_context
from scoring.web.polling import polled, polling_of
from scoring.web.requests import Request, no_store, redirect_page
from scoring.web.table_access import Visit, table_view


@require_safe
@table_view()
def board(request: Request, visit: Visit) -> HttpResponse:
    if following := follows(request, visit):
        return redirect_page(request, "board", following.uuid)
    stored = screen_of(request, visit.session.version).response()
    return stored or render_board(request, visit)


def render_board(request: Request, visit: Visit) -> HttpResponse:
    context = table_context(visit, mark_changes=True)
    context["is_open"] = is_open(visit.session, visit.by().at)
    context["everybody_joined"] = context["is_open"] and has_all_phones(context["now"])
    context["phase"] = phase = context["game"].play.phase(context["now"])
    context["lanes"] = lanes(context["now"], context["plates"], phase)
    context["brief"] = is_brief(context["plates"])
    template = "play/board/_board.html" if request.htmx else "play/board/board.html"
    response = render(request, template, context)
    if context["following"]:  # each screen is led to the next table
        return response
    return store_screen(request, visit.session, response)


@polled
@require_GET
def poll_board(request: Request, uuid: UUID) -> HttpResponse:
    polling = polling_of(request)
    stored = screen_of(request, polling.version).response() if polling else None
    return no_store(stored) if stored else board(request, uuid)
