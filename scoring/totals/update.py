"""Change everything that is added up over sessions, in the transaction of each result."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from scoring.models import Season
from scoring.models.locks import lock_players, lock_seasons
from scoring.totals.careers import update_careers
from scoring.totals.finished import FinishedSession
from scoring.totals.tallies import reorder_standings, update_standings


def update_totals(
    *, removed: Sequence[FinishedSession], added: Sequence[FinishedSession], at: datetime
) -> None:
    """Subtract sessions as they were, and add them as they are now."""
    if list(removed) == list(added):
        return
    sessions = [*removed, *added]
    seasons = lock_seasons({session.season for session in sessions})
    lock_players({player for session in sessions for player in session.players})
    for season in seasons:
        if season.closed_at is not None:
            season.corrected_at = at
        update_standings(season, _counting_for(season, removed), _counting_for(season, added))
    update_careers(removed, added)


def _counting_for(season: Season, sessions: Sequence[FinishedSession]) -> list[FinishedSession]:
    return [session for session in sessions if session.season == season.pk]


@transaction.atomic
def reorder_after_rename(*, player: int) -> None:
    """Order the standings again in which this player stands: names decide where all else ties."""
    seasons = Season.objects.filter(tallies__player=player).values_list("pk", flat=True)
    for season in lock_seasons(seasons):
        reorder_standings(season)
