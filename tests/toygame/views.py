from django.http import HttpResponse
from django.views.decorators.http import require_POST

from scoring.play.views.table import submit_tap
from scoring.web.requests import Request
from scoring.web.table_access import Needs, Visit, table_view
from tests.toygame.forms import DrawForm


@require_POST
@table_view(needs=Needs.ENTER, game="toygame")
def draw(request: Request, visit: Visit) -> HttpResponse:
    return submit_tap(request, visit, DrawForm(request.POST))
