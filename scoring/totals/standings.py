"""The stored standings of a season, updated with every result that counts.

There is one `Tally` for each player and game.

Callers hold the season's lock, and have written the results already. A season has standings of all
games together and of each of its games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import Count, Max, QuerySet

from scoring.core.standings import Place
from scoring.models import Result, Season
from scoring.totals.finished import (
    EVERY_GAME,
    FinishedSession,
    PlayerResult,
    affected_players,
    sessions_of,
)
from scoring.totals.latest_ranks import LatestRanks, continued_ranks, read_latest_ranks
from scoring.totals.place_counts import place_counts, update_place_counts
from scoring.totals.player_days import update_days
from scoring.totals.skill import (
    is_anything_later,
    ratings_after,
    sessions_to_rate,
    start_over,
)
from scoring.totals.tallies import (
    Tallies,
    places_on_new_last_days,
    read_places_on_last_days,
    read_tallies,
    save_tallies,
)


def update_standings(
    season: Season, removed: Sequence[FinishedSession], added: Sequence[FinishedSession]
) -> None:
    """Subtract sessions as they were from the season's standings, and add them as they are."""
    are_latest = not removed and not is_anything_later(season, added)
    to_rate = sessions_to_rate(season, removed, added, are_latest=are_latest)
    update_place_counts(season, removed, added)
    if not season.sessions_are_stale:  # else all of it is recomputed when they are not any more
        _update_games(season, removed, added, to_rate, are_latest=are_latest)
    season.version += 1
    season.save(update_fields=["version", "sessions", "last_day", "skill_is_stale", "corrected_at"])


def _update_games(
    season: Season,
    removed: Sequence[FinishedSession],
    added: Sequence[FinishedSession],
    to_rate: Sequence[FinishedSession],
    *,
    are_latest: bool,
) -> None:
    """Update the tallies; `are_latest`: whether the sessions were played after all others."""
    if not affected_players(removed, added):
        return
    games = (EVERY_GAME, *sorted({session.game for session in (*removed, *added)}))
    tallies = read_tallies(season, games)
    for of_game in tallies:
        of_game.count(sessions_of(of_game.game, removed), sessions_of(of_game.game, added))
    players = {player for of_game in tallies for player in of_game.changed}
    places = place_counts(season, players)
    if are_latest:
        on_last = places_on_new_last_days(tallies, added)
        ranks = _continued_ranks(tallies, added)
    else:
        on_last = read_places_on_last_days(season, tallies, players)
        days = [session.played_on for session in (*removed, *added) if session.played_on]
        ranks = read_latest_ranks(season, games, players, changed_until=max(days))
    for of_game in tallies:
        of_game.renew(places, on_last, ranks)
        if not of_game.game:
            for player, rating in ratings_after(to_rate, of_game.rows.values()).items():
                of_game.rows[player].mu, of_game.rows[player].sigma = rating
        of_game.rank()
    save_tallies(season, tallies)
    update_days(season, games, removed, added, places)


def _continued_ranks(tallies: Sequence[Tallies], added: Sequence[FinishedSession]) -> LatestRanks:
    return {
        key: ranks
        for of_game in tallies
        for key, ranks in continued_ranks(
            of_game.game, of_game.latest_ranks, sessions_of(of_game.game, added)
        ).items()
    }


def rebuild_standings(season: Season) -> None:
    """Add everything up anew, from the results alone."""
    for rows in (season.place_counts, season.player_days, season.tallies):
        rows.all().delete()
    season.games.update(sessions=0, last_day=None)
    season.sessions, season.last_day = 0, None
    sessions = list(finished_sessions(Result.objects.filter(season=season)))
    start_over(season)
    season.skill_is_stale = season.skill and bool(sessions)
    update_standings(season, [], sessions)


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """What standings have of a season's results, beside how often each place was taken."""

    counted: Mapping[str, tuple[int, date | None]]  # by game: sessions, and the last day
    ranks: LatestRanks


def read_results(season: Season) -> SeasonResults:
    """Read what recompute_standings() needs after sessions were moved, which takes long."""
    games = _games(season)
    results = Result.objects.filter(season=season, player__isnull=False)
    players = set(results.order_by("player").values_list("player_id", flat=True).distinct())
    counted = {}
    for game in games:
        of_game = results.filter(game=game) if game else results
        row = of_game.aggregate(sessions=Count("session", distinct=True), last=Max("played_on"))
        counted[game] = row["sessions"], row["last"]
    return SeasonResults(counted, read_latest_ranks(season, games, players))


def recompute_standings(season: Season, read: SeasonResults | None = None) -> None:
    """Recompute a locked season's tallies from its place counts, by its rules as they are now.

    `read`: what its results say, if other sessions count than before."""
    places = place_counts(season)
    games = _games(season)
    season.tallies.exclude(game__in=games).delete()
    tallies = read_tallies(season, games)
    for of_game in tallies:
        if read:
            of_game.totals.sessions, of_game.totals.last_day = read.counted[of_game.game]
        played = {player for player, by_game in places.items() if by_game[of_game.game]}
        of_game.changed = played | set(of_game.rows)
    on_last = read_places_on_last_days(season, tallies, set(places))
    for of_game in tallies:
        of_game.renew(places, on_last, read.ranks if read else {})
        of_game.rank()
    save_tallies(season, tallies)
    season.version += 1
    season.save(update_fields=["version", "sessions", "last_day"])


def _games(season: Season) -> tuple[str, ...]:
    return (EVERY_GAME, *season.games.values_list("game", flat=True))


def reorder_standings(season: Season) -> None:
    """Order the standings again after a player's name changed: it decides where all else ties."""
    tallies = read_tallies(season, _games(season))
    for of_game in tallies:
        of_game.rank()
    save_tallies(season, tallies)
    season.version += 1
    season.save(update_fields=["version"])


def finished_sessions(results: QuerySet[Result]) -> Iterable[FinishedSession]:
    """Read sessions from their results; standings need neither seats nor facts."""
    of_session = ("session_id", "group_id", "season_id", "game", "played_on", "finished_at")
    of_player = ("player_id", "players", "rank", "sharing", "points", "decided_by")
    results = results.filter(player__isnull=False).order_by("session_id")
    rows = results.values_list(*of_session, *of_player).iterator(chunk_size=5_000)
    for (session, group, season, game, day, at), of_one in groupby(rows, key=lambda row: row[:6]):
        player_results = [
            PlayerResult(player, 0, Place(players, rank, sharing), points, decided_by)
            for player, players, rank, sharing, points, decided_by in (row[6:] for row in of_one)
        ]
        yield FinishedSession(session, group, season, game, day, at, tuple(player_results))
