"""For which season a session counts, or why for none (L-1), in a sentence."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.core.standings import LEAST_PLAYERS
from scoring.models import League, Season, Session
from scoring.registry import get_game


@dataclass(frozen=True, slots=True)
class CountsFor:
    sentence: str
    season: Season | None = None  # for which it counts, or will as soon as it is over


def counts_for(session: Session) -> CountsFor:
    league = session.league
    if league is None:
        return CountsFor(_("It does not count: it belongs to no league."))
    if session.seats.count() < LEAST_PLAYERS:
        return CountsFor(_("It does not count: a player alone has nobody to beat."))
    if session.played_on is None:
        return CountsFor(_("It does not count: nobody entered the day it was played."))
    season = Season.objects.counting(league.pk, session.game, session.played_on)
    if season is None:
        return CountsFor(_why_no_season(session, league))
    values = {"league": league, "season": season}
    if session.finished_at is None:
        sentence = _("As soon as it is over, it counts for %(league)s, %(season)s.")
    else:
        sentence = _("It counts for %(league)s, %(season)s.")
    return CountsFor(sentence % values, season)


def _why_no_season(session: Session, league: League) -> str:
    """Say that no season has the session's day, or that the season of its day has not its game."""
    of_the_day = Season.objects.filter(
        league=league, starts_on__lte=session.played_on, ends_on__gte=session.played_on
    )
    season = of_the_day.order_by("pk").first()
    if season is None:
        sentence = _("It does not count: %(league)s has no season on that day.")
        return sentence % {"league": league}
    sentence = _("It does not count: %(game)s is not played in %(league)s, %(season)s.")
    return sentence % {"game": get_game(session.game).name, "league": league, "season": season}
