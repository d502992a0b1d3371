from django.http import HttpResponse
from django.views.decorators.http import require_POST

from scoring.access import Needs, Request, Visit, table_view
from scoring.views.table import tap
from tests.toygame.forms import DrawForm


@require_POST
@table_view(needs=Needs.ENTER, game="toygame")
def draw(request: Request, visit: Visit) -> HttpResponse:
    return tap(request, visit, DrawForm(request.POST))
