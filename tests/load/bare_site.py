"""The views that all others are measured by, and no others."""

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from scoring.models import Tally

CONSTANT = "x" * 10_000
COLUMNS = (
    "rank", "rank_before", "player_id", "player__name", "plays", "places", "form", "mu", "sum",
)  # fmt: skip
PLAIN = engines["django"].from_string(
    """<!DOCTYPE html><title>Table</title><table>{% for row in rows %}
<tr><td>{{ row.rank }}</td><td>{{ row.rank_before }}</td>
<th><a href="/g/bench/player/{{ row.player_id }}/">{{ row.player__name }}</a></th>
<td>{{ row.plays }}</td><td>{{ row.places.0 }}</td>
<td>{% for rank in row.form %}{{ rank }} {% endfor %}</td>
<td>{{ row.mu }}</td><td>{{ row.sum }}</td></tr>{% endfor %}</table>"""
)


@csrf_exempt
def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse(CONSTANT)


def rows(request: HttpRequest) -> HttpResponse:
    """Render as many rows as a season's standings have, from one query and a plain template."""
    found = Tally.objects.in_order().values(*COLUMNS)
    return HttpResponse(PLAIN.render({"rows": found}))


urlpatterns = [path("", constant), path("constant", constant), path("rows", rows)]
