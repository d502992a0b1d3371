"""For which seasons a session counts, or why for none (L-1), in a sentence."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from scoring.core.standings import LEAST_PLAYERS
from scoring.models import League, Season, Session
from scoring.registry import get_game


@dataclass(frozen=True, slots=True)
class CountsFor:
    sentence: str
    seasons: tuple[Season, ...] = ()  # for which it counts, or will as soon as it is over


def counts_for(session: Session) -> CountsFor:
    league = session.league
    if league is None:
        return CountsFor(_("It does not count: it belongs to no league."))
    if session.seats.count() < LEAST_PLAYERS:
        return CountsFor(_("It does not count: a player alone has nobody to beat."))
    if session.played_on is None:
        return CountsFor(_("It does not count: nobody entered the day it was played."))
    seasons = tuple(Season.objects.counting(league.pk, session.game, session.played_on))
    if not seasons:
        return CountsFor(_why_no_season(session, league, session.played_on))
    values = {"league": league, "season": ", ".join(season.name for season in seasons)}
    if session.finished_at is None:
        sentence = _("As soon as it is over, it counts for %(league)s, %(season)s.")
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
    sentence = _("It does not count: %(game)s is not played in %(league)s, %(season)s.")
    return sentence % {"game": get_game(session.game).name, "league": league, "season": season}
