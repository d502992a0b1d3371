"""What a group takes away: a season's table and sessions as files, and everything at once."""

import json
from collections.abc import Callable, Iterable
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.exchange import downloads, exports
from scoring.exchange.archive import archive
from scoring.exchange.downloads import BATCH
from scoring.groups.visibility import PlayerNames, player_names
from scoring.leagues import leagues
from scoring.models import Result, Season, Session
from scoring.web.etag import conditional
from scoring.web.group_access import GroupNeeds, Guest, group_view, season_view
from scoring.web.requests import View

READER = ["Cookie", "Accept-Language"]  # who reads, and what they call somebody who hides
ZIP = "application/zip"

Lines = Callable[[Season, str, PlayerNames], Iterable[str]]


def _season_file(
    name: str,
    content_type: str,
    lines: Lines,
    needs: GroupNeeds = GroupNeeds.SEE,
    also: Callable[[Season], object] = lambda _season: "",
) -> View:
    """A view of a file, of all games or of `?game=`, that is right until the season moves on.

    `also`: what else makes it another one."""

    @require_safe
    @season_view(needs=needs)
    def view(request: HttpRequest, guest: Guest, season: Season) -> HttpResponse:
        game, season = _game(request, season), _worked_out(season)
        names = player_names(is_member=guest.belongs)
        steps = (guest.group.slug, season.league.slug, season.slug, game, name)

        def make() -> StreamingHttpResponse:
            return downloads.file(
                lines(season, game, names), "-".join(filter(None, steps)), content_type
            )

        shown = (*steps, season.pk, season.version, guest.belongs, get_language(), also(season))
        return conditional(request, make, shown=shown, vary=READER)

    return view


def _game(request: HttpRequest, season: Season) -> str:
    game = request.GET.get("game", "")
    if game and game not in season.games.values_list("game", flat=True):
        raise Http404
    return game


def _worked_out(season: Season) -> Season:
    """Asked first: to work skill out takes the season's lock."""
    if not (season.skill and season.skill_is_stale):
        return season
    worked_out, league = leagues.fresh(season), season.league
    worked_out.league = league
    return worked_out


def _table_csv(season: Season, game: str, names: PlayerNames) -> Iterable[str]:
    return downloads.csv_lines(exports.table_rows(season, game, names))


def _table_json(season: Season, game: str, names: PlayerNames) -> Iterable[str]:
    return [json.dumps(exports.table(season, game, names)) + "\n"]


def _sessions_csv(season: Season, game: str, names: PlayerNames) -> Iterable[str]:
    results = Result.objects.counting_for(season, game).iterator(chunk_size=BATCH)
    return downloads.csv_lines(downloads.result_rows(results, names.of_result))


def _sessions_json(season: Season, game: str, names: PlayerNames) -> Iterable[str]:
    results = Result.objects.counting_for(season, game).iterator(chunk_size=BATCH)
    return exports.results_json(season, results, names)


def _documents(season: Season, game: str, names: PlayerNames) -> Iterable[str]:
    sessions = Session.objects.counting_for(season, game).only("pk")
    return downloads.document_lines(sessions.iterator(chunk_size=BATCH))


table_csv = _season_file("table.csv", downloads.CSV, _table_csv)
table_json = _season_file("table.json", downloads.JSON, _table_json)
sessions_csv = _season_file("sessions.csv", downloads.CSV, _sessions_csv)
sessions_json = _season_file("sessions.json", downloads.JSON, _sessions_json)
# They name everybody as the table did, and say more than counts: notes move no season on.
season_documents = _season_file(
    "documents.ndjson",
    downloads.NDJSON,
    _documents,
    GroupNeeds.BELONG,
    also=Session.objects.versions_counting_for,
)


@require_safe
@group_view(needs=GroupNeeds.BELONG)
def group_documents(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Every session of the group, one document a line, as `manage.py export_sessions` writes it."""
    sessions = guest.group.sessions.kept().in_order().only("pk").iterator(chunk_size=BATCH)
    answer = downloads.documents_file(sessions, f"{guest.group.slug}-sessions.ndjson")
    return cast("HttpResponse", answer)


@require_safe
@group_view(needs=GroupNeeds.OWN)
def group_archive(request: HttpRequest, guest: Guest) -> HttpResponse:
    at = timezone.now()
    name = f"{guest.group.slug}-{at:%Y-%m-%d}.zip"
    return cast("HttpResponse", downloads.file(archive(guest.group, at), name, ZIP))
