"""The board: a television or a laptop that everybody sees."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_safe

from scoring.access import Request, Visit, table_view
from scoring.phones import is_open
from scoring.table import before, plates
from scoring.views.table import table_context, unchanged


@require_safe
@table_view()
def board(request: Request, visit: Visit) -> HttpResponse:
    context = table_context(visit)
    now = context["now"]
    context |= {
        "plates": plates(now, before(now)),
        "is_open": is_open(visit.session, visit.by().at),
    }
    template = "scoring/_board.html" if request.htmx else "scoring/board.html"
    return render(request, template, context)


@require_GET
def live(request: Request, uuid: UUID) -> HttpResponse:
    return unchanged(request, uuid) or board(request, uuid)
