"""For which seasons a session counts, or why for none (L-1), and what moved in their standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from scoring.core.standings import LEAST_PLAYERS
from scoring.groups.visibility import player_name
from scoring.models import League, Season, Seat, Session, Tally
from scoring.registry import get_game
from scoring.web.group_access import Guest


@dataclass(frozen=True, slots=True)
class CountsFor:
    sentence: str
    seasons: tuple[Season, ...] = ()  # for which it counts, or will as soon as it is over


def counts_for(session: Session) -> CountsFor:
    league = session.league
    if league is None:
        return CountsFor(_("It does not count: it is not in a league."))
    if session.seats.count() < LEAST_PLAYERS:
        return CountsFor(_("It does not count: playing alone, there is nobody to beat."))
    if session.played_on is None:
        return CountsFor(_("It does not count: nobody entered the day it was played."))
    seasons = tuple(Season.objects.counting(league.pk, session.game, session.played_on))
    if not seasons:
        return CountsFor(_why_no_season(session, league, session.played_on))
    values = {"league": league, "season": ", ".join(season.name for season in seasons)}
    if session.finished_at is None:
        sentence = _("It will count for %(league)s, %(season)s once it is over.")
    else:
        sentence = _("It counts for %(league)s, %(season)s.")
    return CountsFor(sentence % values, seasons)


def _why_no_season(session: Session, league: League, day: date) -> str:
    """Say that no season has the session's day, or that the seasons of its day lack its game."""
    names = Season.objects.with_day(league.pk, day).order_by("pk").values_list("name", flat=True)
    season = ", ".join(names)
    if not season:
        sentence = _("It does not count: %(league)s has no season on that day.")
        return sentence % {"league": league}
    sentence = _("It does not count: %(league)s, %(season)s does not include %(game)s.")
    return sentence % {"game": get_game(session.game).name, "league": league, "season": season}


# What moved


@dataclass(frozen=True, slots=True)
class Move:
    """A player, and in words the place before the last evening of the season and the one after."""

    name: str
    ranks: str


@dataclass(frozen=True, slots=True)
class SeasonMoves:
    season: Season
    moves: tuple[Move, ...]


def season_moves(
    session: Session, seasons: Sequence[Season], guest: Guest
) -> tuple[SeasonMoves, ...]:
    """Return what moved in the seasons that have not gone on since the day of the session.

    `seasons` are those that it counts for."""
    on_last_day = [
        season
        for season in seasons
        if season.last_day == session.played_on and not season.sessions_are_stale
    ]
    if session.played_on is None or not on_last_day:
        return ()
    seats = session.seats.with_players()
    names = {seat.player_id: name for seat in seats if (name := _name(seat, guest))}
    tallies = Tally.objects.filter(season__in=on_last_day, player__in=names).in_order()
    by_season: dict[int, list[Tally]] = {season.pk: [] for season in on_last_day}
    for tally in tallies:
        by_season[tally.season_id].append(tally)
    moves = [SeasonMoves(season, _moves(by_season[season.pk], names)) for season in on_last_day]
    return tuple([each for each in moves if each.moves])


def _name(seat: Seat, guest: Guest) -> str:
    """Name the player of a seat as the standings do; nothing for one who hides from the reader."""
    if seat.player is None:
        return ""
    shown = player_name(seat.player, is_member=guest.belongs)
    return shown.name if shown.is_known else ""


def _moves(tallies: Sequence[Tally], names: Mapping[int | None, str]) -> tuple[Move, ...]:
    return tuple([Move(names[each.player_id], _ranks(each)) for each in tallies if each.rank])


def _ranks(tally: Tally) -> str:
    if tally.rank_before is None:
        return _("new at rank %(rank)s") % {"rank": tally.rank}
    if tally.rank_before == tally.rank:
        return _("rank %(rank)s") % {"rank": tally.rank}
    return _("rank %(before)s → %(after)s") % {"before": tally.rank_before, "after": tally.rank}
