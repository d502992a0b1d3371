"""Going on to the next table, with everybody's phones."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.play.rematch import BegunWhenOpened, NotOver, open_rematch, rematch_of
from scoring.play.taps import KeyForm
from scoring.play.views.table import page_is_too_old, render_table
from scoring.web.request_limits import may_open_table
from scoring.web.requests import Request, redirect_page
from scoring.web.table_access import Needs, Visit, table_view


@require_POST
@table_view(needs=Needs.ENTER)
def rematch(request: Request, visit: Visit) -> HttpResponse:
    """Open a table with the same people and rules; all phones follow with their next poll."""
    form = KeyForm(request.POST)
    if not form.is_valid():
        return render_table(request, visit, refusal=page_is_too_old())
    if rematch_of(visit.session) is None and not may_open_table(request, timezone.now()):
        refusal = _(
            "You have opened too many tables in the last hour. Wait a little, then try again."
        )
        return render_table(request, visit, refusal=refusal)
    try:
        with visit.confirmed():
            following = open_rematch(session=visit.session, by=visit.by(form.cleaned_data["key"]))
    except NotOver:
        return render_table(request, visit, refusal=_("This game is not over yet."))
    except BegunWhenOpened:
        refusal = _("This session was imported: open a new table for the next one.")
        return render_table(request, visit, refusal=refusal)
    return redirect_page(request, "table", following.uuid)
