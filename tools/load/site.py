"""Views for tests under load: record a tap, and read what was recorded.

Served by gunicorn as shipped, with `tools.load.settings`.
"""

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
from tests.builders.revisions import documents_of


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
        session=Session.objects.get(pk=pk),
        change=lambda state: rules.tick(state, 0, artist, criterion, bool(met)),
        action=f"{artist} {criterion} {met}",
        by=By(at=timezone.now(), key=UUID(request.headers["Key"])),
    )
    return JsonResponse({"revision": recorded.revision, "repeated": recorded.repeated})


@csrf_exempt
def history(request: HttpRequest, pk: int) -> HttpResponse:
    session = Session.objects.get(pk=pk)
    fields = ("number", "action", "key")
    rows = session.revisions.order_by("number").values(*fields)
    revisions = [
        {**row, "document": document}
        for row, document in zip(rows, documents_of(session), strict=True)
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
