"""Downloads: a season's standings and sessions, a group's documents, a group as an archive."""

import json
from collections.abc import Callable, Iterable
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from scoring.background.jobs import enqueue
from scoring.exchange import archive
from scoring.exchange.batches import by_season
from scoring.exchange.downloads import CSV, JSON, NDJSON, ZIP, csv_lines, file_response
from scoring.exchange.export_seasons import results_json, standings_object, standings_rows
from scoring.exchange.export_sessions import (
    document_lines,
    documents_file,
    result_lines,
    results_counting_for,
)
from scoring.exchange.jobs import ARCHIVE
from scoring.groups.visibility import PlayerNames, player_names
from scoring.models import Result, Season, Session
from scoring.web.etag import conditional
from scoring.web.group_access import GroupNeeds, Guest, group_view, season_view
from scoring.web.requests import View

VARY = ["Cookie", "Accept-Language"]  # who reads, and what they call somebody who hides

MOST_AT_ONCE = 1_000  # sessions of an archive that is made while it is sent

Lines = Callable[[Season, str, PlayerNames], Iterable[str]]


def _season_file(
    name: str,
    content_type: str,
    lines: Lines,
    needs: GroupNeeds = GroupNeeds.SEE,
    also_version: Callable[[Season], object] = lambda _season: "",
) -> View:
    """Make a view of a file, of all games or of `?game=`, that a browser keeps until the season's
    version changes.

    `also_version` returns whatever else makes it another file when it changes."""

    @require_safe
    @season_view(needs=needs)
    def view(request: HttpRequest, guest: Guest, season: Season) -> HttpResponse:
        game = _game(request, season)
        names = player_names(is_member=guest.belongs)
        steps = (guest.group.slug, season.league.slug, season.slug, game, name)

        def make() -> StreamingHttpResponse:
            return file_response(
                lines(season, game, names), "-".join(filter(None, steps)), content_type
            )

        version = (season.version, also_version(season))
        shown = (*steps, season.pk, *version, guest.belongs, get_language())
        return conditional(request, make, shown=shown, vary=VARY)

    return view


def _game(request: HttpRequest, season: Season) -> str:
    game = request.GET.get("game", "")
    if game and game not in season.game_slugs():
        raise Http404
    return game


standings_csv = _season_file("table.csv", CSV, lambda *of: csv_lines(standings_rows(*of)))
standings_json = _season_file(
    "table.json", JSON, lambda *of: [json.dumps(standings_object(*of)) + "\n"]
)
sessions_csv = _season_file(
    "sessions.csv",
    CSV,
    lambda season, game, names: result_lines(results_counting_for(season, game), names.of_row),
)
sessions_json = _season_file(
    "sessions.json",
    JSON,
    lambda season, game, names: results_json(
        season, by_season(season, game, Result.objects.as_played().of_sessions), names
    ),
)
# For members: documents have the names at the table. A note changes them, but no season's version.
season_documents = _season_file(
    "documents.ndjson",
    NDJSON,
    lambda season, game, _names: document_lines(Session.objects.counting_for(season, game)),
    GroupNeeds.BELONG,
    also_version=Session.objects.versions_counting_for,
)


@require_safe
@group_view(needs=GroupNeeds.BELONG)
def group_documents(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Download every session, one document a line, as `manage.py export_sessions` writes them."""
    response = documents_file(
        guest.group.sessions.not_deleted(), f"{guest.group.slug}-sessions.ndjson"
    )
    return cast("HttpResponse", response)


@require_safe
@group_view(needs=GroupNeeds.OWN)
def group_archive(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Download everything; of a large group it is prepared in the background."""
    group, at = guest.group, timezone.now()
    if group.sessions.count() > MOST_AT_ONCE:
        return redirect("prepare_archive", group.slug)
    file = archive.group_archive(group, at)
    return cast("HttpResponse", file_response(file, archive.file_name(group, at), ZIP))


@require_http_methods(["GET", "HEAD", "POST"])
@group_view(needs=GroupNeeds.OWN)
def prepare_archive(request: HttpRequest, guest: Guest) -> HttpResponse:
    if request.method == "POST" and guest.user is not None:
        job = enqueue(ARCHIVE, asked_by=guest.user, arguments={"group": guest.group.pk})
        return redirect("job", job.pk)
    return render(request, "exchange/prepare_archive.html", {"guest": guest, "group": guest.group})
