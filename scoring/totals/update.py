"""Change everything that is added up over sessions, in the transaction of each result."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime

from django.db.models import F

from scoring.models import Season
from scoring.models.locks import lock_players_by_new_version, lock_seasons
from scoring.models.seasons import SeasonQuerySet
from scoring.models.transactions import write_transaction
from scoring.totals.careers import renew_careers
from scoring.totals.closed_seasons import Cause, What, changing_closed_seasons
from scoring.totals.facts import renew_meetings, update_facts
from scoring.totals.finished import FinishedSession, differing
from scoring.totals.player_days import read_wrong_days, renew_days, save_days
from scoring.totals.skill import sessions_to_rate, start_over
from scoring.totals.standings import read_results, renew_standings, reorder_standings


def update_totals(
    *,
    removed: Sequence[FinishedSession],
    added: Sequence[FinishedSession],
    at: datetime,
    locked: Sequence[Season] | None = None,
    what: What = What.CORRECTED,
    opened_at: datetime | None = None,
) -> None:
    """Compute totals after sessions changed, whose results are stored already.

    `removed`: sessions as they were; `added`: as they are now. `locked`: the seasons that they
    count for, and perhaps others, if those are locked already. `what` is done to them, and
    `opened_at`, when a table was opened that ends now, are for closed seasons. Raises
    ClosedSeasonsChange."""
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
        for season in seasons:
            _update_season(
                season,
                *differing(_counting_for(season, removed), _counting_for(season, added)),
            )
    renew_careers({player for session in sessions for player in session.players})
    update_facts(removed, added)


def _counting_for(season: Season, sessions: Sequence[FinishedSession]) -> list[FinishedSession]:
    return [session for session in sessions if season.pk in session.seasons]


def _update_season(
    season: Season, removed: Sequence[FinishedSession], added: Sequence[FinishedSession]
) -> None:
    changed = [*removed, *added]
    rated = sessions_to_rate(season, removed, added) if changed else []
    # While sessions are moved into the season, all of it is about to be computed.
    if changed and not season.sessions_are_stale:
        players = {player for session in changed for player in session.players}
        games = {session.game for session in changed}
        renew_standings(season, read_results(season, games, players), rated)
        renew_days(season, players, changed)
    _save_as_new_version(season)


def _save_as_new_version(season: Season) -> None:
    season.version += 1
    columns = ["version", "sessions", "last_day", "skill_is_stale", "corrected_at"]
    season.save(update_fields=columns)


def renew_totals(
    players: Collection[int], seasons: Sequence[Season], *, since: date | None, cause: Cause
) -> None:
    """Compute all totals of players whose results were moved, and of these seasons.

    Seasons and players are locked. `since`: the day of the first of these results. Raises
    ClosedSeasonsChange."""
    with changing_closed_seasons(seasons, cause):
        for season in seasons:
            start_over(season, since=since)
            if not season.sessions_are_stale:
                renew_standings(season, read_results(season, players=players))
                save_days(read_wrong_days(season, players))
            _save_as_new_version(season)
    renew_careers(players)
    for player in players:
        renew_meetings(player)


def rebuild_standings(season: Season) -> None:
    """Compute the standings of a locked season from its results, whatever is stored of them."""
    for rows in (season.player_days, season.tallies):
        rows.all().delete()
    season.games.update(sessions=0, last_day=None)
    season.sessions, season.last_day = 0, None
    results = read_results(season)
    renew_standings(season, results)
    save_days(read_wrong_days(season, {player for _game, player in results.places}))
    start_over(season)
    season.skill_is_stale = season.skill and bool(season.sessions)
    _save_as_new_version(season)


@contextmanager
def reordered_standings(*, player: int) -> Iterator[None]:
    """Change a player inside this block: names decide where all else ties, and are on pages.

    The seasons are locked before the player's own row is written, as recording a result does."""
    with write_transaction():
        stands_in = Season.objects.filter(tallies__player=player)
        seasons = lock_seasons(stands_in.values_list("pk", flat=True))
        yield
        for season in seasons:
            reorder_standings(season)
            _save_as_new_version(season)
        lock_players_by_new_version([player])


@write_transaction()
def change_standings_pages(seasons: SeasonQuerySet) -> None:
    """Give the seasons' pages a new version; an update alone would lock them in any order."""
    locked = lock_seasons(seasons.values_list("pk", flat=True))
    pks = [season.pk for season in locked]
    Season.objects.filter(pk__in=pks).update(version=F("version") + 1)
