"""Views for tests under load: record a tap, and read what was recorded.

Served by gunicorn as shipped, with `tools.load.settings`.
"""

from copy import deepcopy
from uuid import UUID

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


@csrf_exempt
def begin(request: HttpRequest) -> HttpResponse:
    """Start one session."""
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
    path("begin", begin),
    path("tap/<int:pk>/<str:artist>/<int:criterion>/<int:met>", tap),
    path("history/<int:pk>", history),
    path("", include("config.urls")),
]
