"""Ask before a request changes a closed season, whatever it changes, and list what was changed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.defaults import permission_denied

from scoring.groups.visibility import player_name, result_url
from scoring.models import ClosedSeasonChange, Group, RankMove, Season
from scoring.registry import get_game
from scoring.totals.closed_seasons import ClosedSeasonsChange
from scoring.totals.confirmation import asking
from scoring.web.group_access import Guest, is_scorekeeper
from scoring.web.requests import no_store, signed_in
from scoring.web.table_access import CLOSED_SEASON

CONFIRMED = "closed_season"  # the field that names what was confirmed
NOT_SENT_AGAIN = {"csrfmiddlewaretoken", CONFIRMED}


class ClosedSeasonMiddleware:
    """Ask before a closed season changes, and let only scorekeepers and owners change it (L-9).

    The question repeats what was sent, so any form and any view may lead to it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The body is read only where a closed season would change.
        with asking(lambda: _confirmed(request)):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, ClosedSeasonsChange):
            return None
        user = signed_in(request)
        if not _may_change(user, exception.seasons[0].league.group):
            return permission_denied(request, PermissionDenied(CLOSED_SEASON))
        changes = exception.changes(lambda player: player_name(player, is_member=True).name)
        context = {
            "standings_changes": changes,
            "seasons": exception.seasons,
            "shown": {change.season.pk for change in changes},
            "fields": [
                (name, value)
                for name, values in request.POST.lists()
                if name not in NOT_SENT_AGAIN
                for value in values
            ],
            "confirmed": [season.pk for season in exception.seasons],
        }
        is_fragment = request.headers.get("HX-Request") == "true"
        template = "leagues/season/_closed.html" if is_fragment else "leagues/season/closed.html"
        return no_store(render(request, template, context))


def _confirmed(request: HttpRequest) -> set[int]:
    return {int(pk) for pk in request.POST.getlist(CONFIRMED) if pk.isdecimal() and len(pk) < 18}


def _may_change(user: User | None, group: Group) -> bool:
    return user is not None and (user.is_superuser or is_scorekeeper(user, group))


# The list on the season's page


@dataclass(frozen=True, slots=True)
class ListedChange:
    at: datetime
    what: str
    result_address: str  # of the session; empty if this reader may not see the result
    moves: list[str]  # whose rank moved


def listed_changes(season: Season, guest: Guest) -> list[ListedChange]:
    """Return what changed in the season since it was closed, the latest first."""
    if season.closed_at is None:
        return []
    return [_listed(change, guest) for change in ClosedSeasonChange.objects.latest_of(season)]


def _listed(change: ClosedSeasonChange, guest: Guest) -> ListedChange:
    session = change.session
    shown = session is not None and session.deleted_at is None and session.finished_at is not None
    return ListedChange(
        at=change.at,
        what=_what(change),
        result_address=result_url(session.uuid, session.share_token, guest)
        if session is not None and shown
        else "",
        moves=[_move(move, guest) for move in change.moves.all()],
    )


def _what(change: ClosedSeasonChange) -> str:
    what = change.get_what_display()
    if not change.sessions:
        return str(capfirst(what))
    if change.sessions == 1 and change.played_on:
        values = {"game": get_game(change.game).name, "day": date_format(change.played_on)}
        return _("%(game)s of %(day)s: %(what)s") % {**values, "what": what}
    if change.what == ClosedSeasonChange.What.IMPORT_UNDONE:
        undone = ngettext(
            "%(number)d session deleted: its import was undone",
            "%(number)d sessions deleted: their import was undone",
            change.sessions,
        )
        return undone % {"number": change.sessions}
    sentence = ngettext(
        "%(number)d session: %(what)s", "%(number)d sessions: %(what)s", change.sessions
    )
    return sentence % {"number": change.sessions, "what": what}


def _move(move: RankMove, guest: Guest) -> str:
    name = player_name(move.player, is_member=guest.belongs).name
    return f"{name} {move.before or '–'} → {move.after or '–'}"
