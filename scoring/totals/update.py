"""Change everything that is added up over sessions, in the transaction of each result."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db.models import F

from scoring.models import Season
from scoring.models.locks import lock_players_by_new_version, lock_seasons
from scoring.models.seasons import SeasonQuerySet
from scoring.models.transactions import write_transaction
from scoring.totals.careers import update_careers
from scoring.totals.closed_seasons import Cause, What, changing_closed_seasons
from scoring.totals.finished import FinishedSession, SeasonChange
from scoring.totals.standings import reorder_standings, update_standings


def update_totals(
    *,
    removed: Sequence[FinishedSession],
    added: Sequence[FinishedSession],
    at: datetime,
    locked: Sequence[Season] | None = None,
    what: What = What.CORRECTED,
    opened_at: datetime | None = None,
) -> None:
    """Subtract sessions as they were, and add them as they are now.

    `locked`: the seasons that they count for, and perhaps others, if those are locked already.
    `what` is done to them, and `opened_at`, when a table was opened that ends now, are for closed
    seasons. Raises ClosedSeasonsChange."""
    if list(removed) == list(added):
        return
    sessions = [*removed, *added]
    pks = {season for session in sessions for season in session.seasons}
    if locked is None:
        locked = lock_seasons(pks)
    seasons = [season for season in locked if season.pk in pks]
    lock_players_by_new_version({player for session in sessions for player in session.players})
    cause = Cause(what=what, at=at, sessions=sessions, opened_at=opened_at)
    with changing_closed_seasons(seasons, cause):
        update_standings(
            [
                SeasonChange(season, _counting_for(season, removed), _counting_for(season, added))
                for season in seasons
            ]
        )
    update_careers(removed, added)


def _counting_for(season: Season, sessions: Sequence[FinishedSession]) -> list[FinishedSession]:
    return [session for session in sessions if season.pk in session.seasons]


@contextmanager
def reordered_standings(*, player: int) -> Iterator[None]:
    """Change a player inside this block: names decide where all else ties, and are on pages.

    The seasons are locked before the player's own row is written, as recording a result does."""
    with write_transaction():
        stands_in = Season.objects.filter(tallies__player=player)
        seasons = lock_seasons(stands_in.values_list("pk", flat=True))
        yield
        reorder_standings(seasons)
        lock_players_by_new_version([player])


@write_transaction()
def change_standings_pages(seasons: SeasonQuerySet) -> None:
    """Give the seasons' pages a new version; an update alone would lock them in any order."""
    locked = lock_seasons(seasons.values_list("pk", flat=True))
    pks = [season.pk for season in locked]
    Season.objects.filter(pk__in=pks).update(version=F("version") + 1)
