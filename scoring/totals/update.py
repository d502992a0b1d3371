"""Everything that is added up over sessions, kept with each of them in the same transaction."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from scoring.models import Season
from scoring.models.locks import lock_players, lock_seasons
from scoring.totals import careers, tallies
from scoring.totals.finished import Finished


def count(*, gone: Sequence[Finished], come: Sequence[Finished], at: datetime) -> None:
    """Take what these sessions said before out, and put in what they say now.

    The locks are taken in one order, so that two who finish at once never wait for each other."""
    if list(gone) == list(come):
        return
    there = [*gone, *come]
    seasons = lock_seasons({one.season for one in there if one.season is not None})
    players = sorted({player for one in there for player in one.players})
    lock_players(players)
    for season in seasons:
        if season.closed_at is not None:
            season.corrected_at = at
        tallies.count(season, _in(season, gone), _in(season, come))
    careers.count(gone, come)


def _in(season: Season, sessions: Sequence[Finished]) -> list[Finished]:
    return [one for one in sessions if one.season == season.pk]


@transaction.atomic
def reorder_after_rename(*, player: int) -> None:
    """Order the standings again in which this player stands: names decide where all else ties."""
    seasons = Season.objects.filter(tallies__player=player).values_list("pk", flat=True)
    for season in lock_seasons(set(seasons)):
        tallies.order_again(season)
