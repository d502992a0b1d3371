"""The stored standings of a season, updated with every result that counts.

There is one `Tally` for each player and game.

Callers hold the season's lock, and have written the results already. A season has standings of all
games together and of each of its games."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import QuerySet

from scoring.core.standings import Aggregate, Place
from scoring.models import Result, Season, SeasonSession
from scoring.registry import installed_games
from scoring.totals.finished import (
    EVERY_GAME,
    FinishedSession,
    PlayerResult,
    SeasonChange,
    affected_players,
    sessions_of,
)
from scoring.totals.latest_ranks import LatestRanks, continued_ranks, read_latest_ranks
from scoring.totals.place_counts import (
    PlacesByGame,
    place_counts,
    place_counts_of,
    update_place_counts,
)
from scoring.totals.player_days import update_days
from scoring.totals.skill import later_sessions, ratings_after, sessions_to_rate, start_over
from scoring.totals.tallies import (
    PlacesOnLastDay,
    Tallies,
    places_on_new_last_days,
    read_new_players,
    read_places_on_last_days,
    read_tallies,
    save_columns,
    save_tallies,
)


def update_standings(changes: Sequence[SeasonChange]) -> None:
    """Subtract sessions as they were from the seasons' standings, and add them as they are.

    What a session changes in several seasons is read and written together."""
    update_place_counts(changes)
    affected = []
    for change in changes:
        if change.season.sessions_are_stale:
            # Other sessions are about to count: all else is recomputed then.
            sessions_to_rate(change, are_latest=False)
        elif affected_players(change.removed, change.added):
            affected.append(change)
    if affected:
        _update_tallies(affected)
    for change in changes:
        change.season.version += 1
    columns = ["version", "sessions", "last_day", "skill_is_stale", "corrected_at"]
    save_columns(Season, [change.season for change in changes], columns)


def _update_tallies(changes: Sequence[SeasonChange]) -> None:
    games = {session.game for change in changes for session in change.sessions}
    tallies: dict[int, list[Tallies]] = defaultdict(list)
    later = {change.season.pk: later_sessions(change) for change in changes}
    asked = {season: sessions for season, sessions in later.items() if sessions is not None}
    for of_game in read_tallies([change.season for change in changes], games, asked):
        tallies[of_game.season.pk].append(of_game)
    for change in changes:
        for of_game in tallies[change.season.pk]:
            of_game.count(
                sessions_of(of_game.game, change.removed), sessions_of(of_game.game, change.added)
            )
    every = [of_game for of_season in tallies.values() for of_game in of_season]
    players = {player for of_game in every for player in of_game.changed}
    seasons = [change.season for change in changes]
    of_best = [season for season in seasons if season.rules.aggregate == Aggregate.BEST]
    places = place_counts_of(of_best, players) if of_best else {}
    new = read_new_players(every)
    for change in changes:
        of_season = tallies[change.season.pk]
        are_latest = not change.removed and not any(of_game.has_later for of_game in of_season)
        to_rate = sessions_to_rate(change, are_latest=are_latest)
        on_last, ranks = _last_days_and_ranks(change, of_season, are_latest=are_latest)
        for of_game in of_season:
            of_game.renew(places.get(change.season.pk), on_last, ranks, new)
            if not of_game.game:
                of_game.set_ratings(ratings_after(to_rate, of_game.rows.values()))
            of_game.rank()
    save_tallies(every)
    update_days(changes, places)


def _last_days_and_ranks(
    change: SeasonChange, tallies: Sequence[Tallies], *, are_latest: bool
) -> tuple[PlacesOnLastDay, LatestRanks]:
    """Return where players came on the last days, and their latest ranks, where these changed."""
    if are_latest:
        on_new_days = places_on_new_last_days(tallies, change.added)
        return on_new_days, _continued_ranks(tallies, change.added)
    players = {player for of_game in tallies for player in of_game.changed}
    games = [of_game.game for of_game in tallies]
    until = max(session.played_on for session in change.sessions if session.played_on)
    return (
        read_places_on_last_days(change.season, tallies, players),
        read_latest_ranks(change.season, games, players, changed_until=until),
    )


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
    sessions = list(finished_sessions(Result.objects.filter(session__counts_for__season=season)))
    start_over(season)
    season.skill_is_stale = season.skill and bool(sessions)
    update_standings([SeasonChange(season, [], sessions)])


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """What standings have of a season's results, beside how often each place was taken."""

    counted: Mapping[str, tuple[int, date | None]]  # by game: sessions, and the last day
    ranks: LatestRanks


def read_results(season: Season) -> SeasonResults:
    """Read what recompute_standings() needs after sessions were moved, which takes long."""
    games = _games(season)
    results = Result.objects.filter(session__counts_for__season=season, player__isnull=False)
    players = set(results.order_by("player").values_list("player_id", flat=True).distinct())
    counted = {}
    for game in games:
        of_game = SeasonSession.objects.of(season, game)
        counted[game] = of_game.count(), of_game.last_day()
    return SeasonResults(counted, read_latest_ranks(season, games, players))


def recompute_standings(
    season: Season, read: SeasonResults | None = None, places: PlacesByGame | None = None
) -> None:
    """Recompute a locked season's tallies from its place counts, by its rules as they are now.

    `read`: what its results say, if other sessions count than before; `places`: its place counts,
    if they were read before."""
    places = place_counts(season) if places is None else places
    games = _games(season)
    season.tallies.exclude(game__in=games).delete()
    tallies = read_tallies([season], games)
    for of_game in tallies:
        if read:
            of_game.totals.sessions, of_game.totals.last_day = read.counted[of_game.game]
        played = {player for player, by_game in places.items() if by_game[of_game.game]}
        of_game.changed = played | set(of_game.rows)
    on_last = read_places_on_last_days(season, tallies, set(places))
    new = read_new_players(tallies)
    for of_game in tallies:
        of_game.renew(places, on_last, read.ranks if read else {}, new)
        of_game.rank()
    save_tallies(tallies)
    season.version += 1
    season.save(update_fields=["version", "sessions", "last_day"])


def _games(season: Season) -> tuple[str, ...]:
    return (EVERY_GAME, *season.games.values_list("game", flat=True))


def reorder_standings(seasons: Sequence[Season]) -> None:
    """Order the standings again after a player's name changed: it decides where all else ties."""
    tallies = read_tallies(seasons, installed_games())
    for of_game in tallies:
        of_game.rank()
    save_tallies(tallies)
    for season in seasons:
        season.version += 1
    save_columns(Season, seasons, ["version"])


def finished_sessions(results: QuerySet[Result]) -> Iterable[FinishedSession]:
    """Read sessions from their results; standings need neither seats nor facts, nor for which other
    seasons they count."""
    of_session = ("session_id", "group_id", "game", "played_on", "finished_at")
    of_player = ("player_id", "players", "rank", "sharing", "points", "decided_by")
    results = results.filter(player__isnull=False).order_by("session_id")
    rows = results.values_list(*of_session, *of_player).iterator(chunk_size=5_000)
    for (session, group, game, day, at), of_one in groupby(rows, key=lambda row: row[:5]):
        player_results = [
            PlayerResult(player, 0, Place(players, rank, sharing), points, decided_by)
            for player, players, rank, sharing, points, decided_by in (row[5:] for row in of_one)
        ]
        yield FinishedSession(session, group, (), game, day, at, tuple(player_results))
