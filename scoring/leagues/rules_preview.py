"""What the standings of a season would be under other rules, on other days or with other games.

Nothing is written: how often each player came to each place says it all (L-1 to L-5)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from scoring.core import standings
from scoring.core.standings import LEAST_PLAYERS, Place, Ranks, Row
from scoring.models import Player, Result, Season
from scoring.totals.standings_preview import PlayerChange, PlayerStanding, player_changes

MOST_PLAYERS = 8  # shown from the top


@dataclass(frozen=True, slots=True)
class SeasonPreview:
    players: tuple[PlayerChange, ...]  # the first ones
    sessions_before: int  # that count
    sessions_after: int
    has_changes: bool  # also further down


def preview_season(season: Season, games: Collection[str]) -> SeasonPreview:
    """Compare the stored season with this one, as it would be saved with these games."""
    stored = Season.objects.filter(pk=season.pk).first()
    results_before = _counting(stored, stored.game_slugs()) if stored else Result.objects.none()
    results_after = _counting(season, games)
    rows_before = _standings(stored, results_before) if stored else []
    rows_after = _standings(season, results_after)
    before, after = [
        {row.tally.player: PlayerStanding(row.rank, row.value) for row in rows}
        for rows in (rows_before, rows_after)
    ]
    names = {row.tally.player: row.tally.name for row in (*rows_before, *rows_after)}
    changes = player_changes(before, after, names)
    return SeasonPreview(
        players=tuple(changes[:MOST_PLAYERS]),
        sessions_before=_number_of_sessions(results_before),
        sessions_after=_number_of_sessions(results_after),
        has_changes=any(change.before != change.after for change in changes),
    )


def _counting(season: Season, games: Iterable[str]) -> QuerySet[Result]:
    """Return the results that count for the season (L-1)."""
    return Result.objects.filter(
        session__league=season.league_id,
        players__gte=LEAST_PLAYERS,
        played_on__range=(season.starts_on, season.ends_on),
        game__in=list(games),
        player__isnull=False,
    )


def _number_of_sessions(results: QuerySet[Result]) -> int:
    number: int = results.aggregate(number=Count("session", distinct=True))["number"]
    return number


def _standings(season: Season, results: QuerySet[Result]) -> list[Row]:
    places: dict[int, Counter[Place]] = defaultdict(Counter)
    counted = results.values_list("player_id", "players", "rank", "sharing").order_by()
    for player, *place, plays in counted.annotate(plays=Count("pk")):
        places[player][Place(*place)] = plays
    names = dict(Player.objects.filter(pk__in=places).values_list("pk", "name"))
    tallies = [
        standings.tally(season.rules, player, names[player], counts)
        for player, counts in places.items()
    ]

    def sessions_among(players: Sequence[int]) -> Iterable[Ranks]:
        sessions: dict[int, dict[int, int]] = defaultdict(dict)
        rows = results.filter(player__in=players).values_list("session_id", "player_id", "rank")
        for session, player, rank in rows:
            sessions[session][player] = rank
        return sessions.values()

    return standings.table(season.rules, tallies, sessions_among)
