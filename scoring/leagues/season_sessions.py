"""The sessions behind a table: the latest of a season, and all of one player's, page by page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.standings import Aggregate, Best, Place, best_of, place_worth
from scoring.core.wording import verdict
from scoring.groups.visibility import result_url, visible_name
from scoring.leagues import queries
from scoring.leagues.wording import worth_shown
from scoring.models import PlaceCount, Player, Result, Season
from scoring.registry import get_game
from scoring.web.group_access import Guest

SHOWN = 6
ON_A_PAGE = 30


@dataclass(frozen=True, slots=True)
class LatestSession:
    day: date
    game: str
    headline: str  # who won
    size: str
    result_address: str  # empty if this reader may not see the result


def latest(season: Season, game: str, last_day: date | None, guest: Guest) -> list[LatestSession]:
    """Return the latest sessions that count; of one game, those of the last day it was played."""
    if last_day is None:
        return []
    results = queries.latest_results(season, game, last_day, SHOWN)
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
    return LatestSession(
        day=session.day,
        game=get_game(session.game).name,
        headline=verdict(sorted(winners)),
        size=players % {"number": session.players},
        result_address=result_url(session.uuid, session.share_token, is_member=guest.belongs),
    )


@dataclass(frozen=True, slots=True)
class Played:
    """What one session was to a player."""

    day: date
    game: str
    place: str
    worth: str
    counts: str  # among the best, where only those are added up
    there: str


@dataclass(frozen=True, slots=True)
class PlayedPage:
    rows: list[Played]
    number: int
    has_more: bool
    chosen: bool  # only the best count


def played(season: Season, player: Player, game: str, number: int, *, inside: bool) -> PlayedPage:
    """Newest first."""
    first = (number - 1) * ON_A_PAGE
    found = _results(season, player, game).order_by("-played_on", "-finished_at", "-session")
    names = ("played_on", "game", "players", "rank", "sharing")
    rows = found.values_list(*names, "session__uuid", "session__share_token")
    there = list(rows[first : first + ON_A_PAGE + 1])
    chosen = season.rules.aggregate == Aggregate.BEST
    best = _best(season, player, game) if chosen else None
    return PlayedPage(
        rows=[_played(season, row, best, inside=inside) for row in there[:ON_A_PAGE]],
        number=number,
        has_more=len(there) > ON_A_PAGE,
        chosen=chosen,
    )


def _results(season: Season, player: Player, game: str) -> QuerySet[Result]:
    found = Result.objects.filter(season=season, player=player)
    return found.filter(game=game) if game else found


def _best(season: Season, player: Player, game: str) -> Best:
    found = PlaceCount.objects.filter(season=season, player=player)
    found = found.filter(game=game) if game else found
    counts: Counter[Place] = Counter()
    for *place, plays in found.values_list("players", "rank", "sharing", "plays"):
        counts[Place(*place)] += plays
    return best_of(season.rules, counts)


def _played(season: Season, row: tuple[Any, ...], best: Best | None, *, inside: bool) -> Played:
    day, game, players, rank, sharing, uuid, token = row
    worth = place_worth(season.rules, Place(players, rank, sharing))
    return Played(
        day=day,
        game=get_game(game).name,
        place=_place(rank, players, sharing),
        worth=worth_shown(worth),
        counts=_counts(worth, best) if best else "",
        there=result_url(uuid, token, is_member=inside),
    )


def _place(rank: int, players: int, sharing: int) -> str:
    values = {"rank": rank, "players": players, "number": sharing}
    if sharing == 1:
        return _("place %(rank)s of %(players)s") % values
    return (
        ngettext(
            "place %(rank)s of %(players)s, shared by %(number)d",
            "place %(rank)s of %(players)s, shared by %(number)d",
            sharing,
        )
        % values
    )


def _counts(worth: int, best: Best) -> str:
    if worth > best.least or (worth == best.least and best.taken == best.alike):
        return _("counts")
    if worth < best.least:
        return _("does not count")
    return ngettext(
        "%(number)d of %(alike)s alike counts",
        "%(number)d of %(alike)s alike count",
        best.taken,
    ) % {"number": best.taken, "alike": best.alike}
