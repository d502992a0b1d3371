"""The sessions of a season: the latest ones, and all of one player, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.standings import Aggregate, Best, Place, best_of, place_worth
from scoring.core.wording import verdict
from scoring.groups.visibility import result_url, visible_name
from scoring.leagues import queries
from scoring.leagues.wording import worth_shown
from scoring.models import Player, Result, Season
from scoring.registry import get_game
from scoring.totals.places import season_places
from scoring.web.group_access import Guest
from scoring.web.numbers import ordinal
from scoring.web.pictures import cover_address_at

SHOWN = 6
ON_A_PAGE = 30


@dataclass(frozen=True, slots=True)
class LatestSession:
    day: date
    game: str
    headline: str  # who won
    size: str
    url: str  # of the result; empty if this reader may not see it
    cover: str  # its picture; that of the game for who may not see the result


def latest(season: Season, game: str, guest: Guest) -> list[LatestSession]:
    """Return the latest sessions that count."""
    results = queries.latest_results(season, game, SHOWN)
    sessions = [list(own) for _session, own in groupby(results, key=lambda row: row.session)]
    return [_latest_session(own, guest) for own in sessions[:SHOWN]]


def _latest_session(results: Sequence[queries.ResultRow], guest: Guest) -> LatestSession:
    session = results[0]
    winners = [
        visible_name(
            row.name or "", row.nickname or "", bool(row.hidden), is_member=guest.belongs
        ).name
        for row in results
        if row.rank == 1
    ]
    players = ngettext("%(number)d player", "%(number)d players", session.players)
    url = result_url(session.uuid, session.share_token, guest)
    is_shown = bool(url) or guest.belongs
    return LatestSession(
        day=session.day,
        game=get_game(session.game).name,
        headline=verdict(sorted(winners)),
        size=players % {"number": session.players},
        url=url,
        cover=cover_address_at(session.uuid, session.revision)
        if is_shown
        else reverse("game_cover", args=[session.game]),
    )


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A session of the player, and its value."""

    day: date
    game: str
    place: str
    worth: str
    counts: str  # whether it is among the best, if only those are added up
    result_address: str  # empty if this reader may not see the result


@dataclass(frozen=True, slots=True)
class PlayedSessions:
    rows: list[PlayedSession]
    number: int  # of the page
    has_more: bool


def played_sessions(
    season: Season, player: Player, game: str, number: int, guest: Guest
) -> PlayedSessions:
    """Return one page of a player's sessions, the newest first."""
    first = (number - 1) * ON_A_PAGE
    newest_first = ("-played_on", "-finished_at", "-session")
    columns = ("played_on", "game", "players", "rank", "sharing")
    results = Result.objects.counting_for(season, game).filter(
        player=player, played_on__range=(season.starts_on, season.ends_on)
    )
    rows = results.values_list(*columns, "session__uuid", "session__share_token")
    on_page = list(rows.order_by(*newest_first)[first : first + ON_A_PAGE + 1])
    is_best_of = season.rules.aggregate == Aggregate.BEST
    best = _best(season, player, game) if is_best_of else None
    return PlayedSessions(
        rows=[_played_session(season, row, best, guest) for row in on_page[:ON_A_PAGE]],
        number=number,
        has_more=len(on_page) > ON_A_PAGE,
    )


def _best(season: Season, player: Player, game: str) -> Best:
    """Return which of a player's results are added up."""
    places = season_places(season, [player.pk])
    return best_of(season.rules, places.get((game, player.pk), {}))


def _played_session(
    season: Season, row: tuple[Any, ...], best: Best | None, guest: Guest
) -> PlayedSession:
    day, game, players, rank, sharing, uuid, token = row
    worth = place_worth(season.rules, Place(players, rank, sharing))
    return PlayedSession(
        day=day,
        game=get_game(game).name,
        place=_place(rank, players, sharing),
        worth=worth_shown(worth),
        counts=_counts(worth, best) if best else "",
        result_address=result_url(uuid, token, guest),
    )


def _place(rank: int, players: int, sharing: int) -> str:
    values = {"place": ordinal(rank), "players": players, "number": sharing}
    if sharing == 1:
        return _("%(place)s of %(players)s") % values
    return _("%(place)s of %(players)s, %(number)d tied") % values


def _counts(worth: int, best: Best) -> str:
    if worth > best.least or (worth == best.least and best.taken == best.alike):
        return _("counts")
    if worth < best.least:
        return _("does not count")
    return ngettext(
        "%(number)d of %(alike)s equal results counts",
        "%(number)d of %(alike)s equal results count",
        best.taken,
    ) % {"number": best.taken, "alike": best.alike}
