"""How a game is scored, for the people who play it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.registry import help_template, installed_games
from scoring.web.requests import Request
from scoring.web.table_access import Visit, table_view


@require_safe
def help_page(request: HttpRequest, slug: str) -> HttpResponse:
    return _render_help(request, slug)


@require_safe
@table_view()
def table_help(request: Request, visit: Visit) -> HttpResponse:
    """Show the same page with the way back to the table, and none to another one."""
    return _render_help(request, visit.session.game, visit=visit, session=visit.session)


def _render_help(request: HttpRequest, slug: str, **context: Any) -> HttpResponse:
    game = installed_games().get(slug)
    if game is None or not help_template(slug):
        raise Http404
    context |= {"game": game, "sections_template": help_template(slug)}
    return render(request, "play/help/help.html", context)
