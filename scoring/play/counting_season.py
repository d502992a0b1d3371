"""For which season a session counts, or why for none: one sentence (L-1)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.core.standings import LEAST_PLAYERS
from scoring.models import League, Season, Session
from scoring.registry import get_game


@dataclass(frozen=True, slots=True)
class Counts:
    sentence: str
    season: Season | None = None  # for which it counts, or will as soon as it is over


def counts(session: Session) -> Counts:
    league = session.league
    if league is None:
        return Counts(_("It counts for no table: it belongs to no league."))
    if session.seats.count() < LEAST_PLAYERS:
        return Counts(_("It counts for no table: one player alone has nobody to beat."))
    if session.played_on is None:
        return Counts(_("It counts for no table: nobody said on which day it was played."))
    season = Season.objects.counting(league.pk, session.game, session.played_on)
    if season is None:
        return Counts(_no_season(session, league))
    values = {"league": league, "season": season}
    if session.finished_at is None:
        return Counts(
            _("As soon as it is over, it counts for %(league)s, %(season)s.") % values, season
        )
    return Counts(_("It counts for %(league)s, %(season)s.") % values, season)


def _no_season(session: Session, league: League) -> str:
    """The day decides first; a season that has it may leave the game out."""
    has_the_day = Season.objects.filter(
        league=league, starts_on__lte=session.played_on, ends_on__gte=session.played_on
    )
    season = has_the_day.order_by("pk").first()
    if season is None:
        said = _("It counts for no table: %(league)s has no season on its day.")
        return said % {"league": league}
    said = _("It counts for no table: %(game)s is no game of %(league)s, %(season)s.")
    return said % {"game": get_game(session.game).name, "league": league, "season": season}
