"""Views for tests under load: a tap as a phone sends it, and two bare ones to measure by.

Served by gunicorn as shipped, with `tests.load.settings`.
"""

from copy import deepcopy
from uuid import UUID

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from games.duplik import rules
from scoring.documents.scorer import read_document
from scoring.models import Session
from scoring.models.revisions import By
from scoring.sessions import recording
from scoring.sessions.loading import load
from scoring.sessions.stored_documents import StoredDocuments
from tests.load import season_views
from tests.load.bare_site import constant


@csrf_exempt
def bare_writes(request: HttpRequest) -> HttpResponse:
    """Five inserted rows and one updated, in one transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        for number in range(5):
            cursor.execute("INSERT INTO load_row (number) VALUES (%s)", [number])
        cursor.execute("UPDATE load_count SET number = number + 1 WHERE id = 1")
    return HttpResponse()


@csrf_exempt
def begin(request: HttpRequest) -> HttpResponse:
    """Make the tables of the bare view, and one session."""
    players = ["Ana", "Ben", "Cleo", "Dov"]
    rounds = [
        {"narrator": "Ana", "super": 1, "sheets": {name: [] for name in players if name != "Ana"}}
    ]
    document = {
        "format": "scorefolio/session@1",
        "game": "duplik",
        "players": players,
        "rounds": rounds,
    }
    with connection.cursor() as cursor:
        key = "serial" if connection.vendor == "postgresql" else "integer"
        cursor.execute(f"CREATE TABLE load_row (id {key} PRIMARY KEY, number integer)")
        cursor.execute(f"CREATE TABLE load_count (id {key} PRIMARY KEY, number integer)")
        cursor.execute("INSERT INTO load_count (id, number) VALUES (1, 0)")
    session = recording.start(document=read_document(document), by=By(at=timezone.now()))
    return JsonResponse({"session": session.pk})


@csrf_exempt
def tap(request: HttpRequest, pk: int, artist: str, criterion: int, met: int) -> HttpResponse:
    recorded = recording.record(
        session=Session(pk=pk),
        change=lambda state: rules.tick(state, 0, artist, criterion, bool(met)),
        action=f"{artist} {criterion} {met}",
        by=By(at=timezone.now(), key=UUID(request.headers["Key"])),
    )
    return JsonResponse({"revision": recorded.revision, "repeated": recorded.repeated})


@csrf_exempt
def history(request: HttpRequest, pk: int) -> HttpResponse:
    session = Session.objects.get(pk=pk)
    fields = ("number", "action", "key")
    stored = StoredDocuments(session)
    revisions = [
        # A copy, as the next one is made of it.
        {**row, "document": deepcopy(stored.at(row["number"]))}
        for row in session.revisions.order_by("number").values(*fields)
    ]
    sheets = load(session).state.rounds[0].sheets
    return JsonResponse(
        {
            "revision": session.revision,
            "sheets": sheets,
            "revisions": revisions,
        }
    )


urlpatterns = [
    path("", constant),
    path("constant", constant),
    path("bare-writes", bare_writes),
    path("begin", begin),
    path("tap/<int:pk>/<str:artist>/<int:criterion>/<int:met>", tap),
    path("history/<int:pk>", history),
    *season_views.urlpatterns,
    path("", include("config.urls")),
]
