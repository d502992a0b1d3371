"""The views that all others are measured by, and no others."""

from django.db import connection, transaction
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


def _response(body: str) -> HttpResponse:
    """Say how long it is, as CommonMiddleware does, so that the connection stays open."""
    return HttpResponse(body, headers={"Content-Length": str(len(body.encode()))})


def constant(request: HttpRequest) -> HttpResponse:
    return _response(CONSTANT)


def rows(request: HttpRequest) -> HttpResponse:
    """Render as many rows as a season's standings have, from one query and a plain template."""
    tallies = Tally.objects.in_order().values(*COLUMNS)
    return _response(PLAIN.render({"rows": tallies}))


@csrf_exempt
def writes(request: HttpRequest) -> HttpResponse:
    """Insert five rows and update one, in one transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        for number in range(5):
            cursor.execute("INSERT INTO bare_row (number) VALUES (%s)", [number])
        cursor.execute("UPDATE bare_count SET number = number + 1 WHERE id = 1")
    return _response("")


urlpatterns = [path("", constant), path("rows", rows), path("writes", writes)]
