"""Show the page on which results are typed in, ten at once."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.documents.file_formats import Unreadable
from scoring.exchange.importing.forms import LeagueForm
from scoring.exchange.importing.grid import Grid, read_grid
from scoring.exchange.importing.steps import next_step
from scoring.exchange.views.importing import store_upload
from scoring.models import Import
from scoring.play.league_choices import usual_league
from scoring.registry import installed_games
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.requests import Request, posted, render_form


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def enter_results(request: Request, guest: Guest) -> HttpResponse:
    """Show the grid; posted, store its plan and lead to the first question about it."""
    group = guest.group
    grid = read_grid(request.POST)
    form = LeagueForm(group, posted(request), initial={"league": usual_league(group)})
    refusal = ""
    if request.method == "POST" and form.is_valid():
        try:
            source = _stored(request, guest, form, grid)
            return redirect(next_step(source), group.slug, source.pk)
        except Unreadable as problem:
            refusal = str(problem)
    context = {
        "guest": guest,
        "group": group,
        "form": form,
        "grid": grid,
        "games": installed_games().values(),
        "in_group": group.players.names(),
        "today": timezone.localdate(),
        "refusal": refusal,
    }
    return render_form(request, "exchange/importing/grid.html", context, refused=refusal)


def _stored(request: Request, guest: Guest, form: LeagueForm, grid: Grid) -> Import:
    """Store what was typed with its plan. Raises Unreadable."""
    if grid.is_empty:
        raise Unreadable(_("Enter the points of at least one session."))
    of_grid = {"content": grid.as_csv(), "choices": {"columns": grid.columns}}
    return store_upload(request, guest, form, name=_("Results entered here"), **of_grid)
