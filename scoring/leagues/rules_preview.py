"""What the standings of a season would be under other rules, on other days or with other games.

Nothing is written: how often each player came to each place says it all (L-1 to L-5)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, QuerySet

from scoring.core import standings
from scoring.core.standings import Place, Ranks, Row, Rules, Scheme
from scoring.leagues.counted_sessions import counting_results
from scoring.models import Player, Result, Season
from scoring.models.seasons import SIZES
from scoring.totals.finished import EVERY_GAME
from scoring.totals.place_counts import Places, place_counts
from scoring.totals.standings_preview import PlayerChange, PlayerStanding, player_changes

MOST_PLAYERS = 8  # shown from the top


@dataclass(frozen=True, slots=True)
class SeasonPreview:
    players: tuple[PlayerChange, ...]  # the first ones
    sessions_before: int  # that count
    sessions_after: int
    has_changes: bool  # also further down


class TableSize(NamedTuple):
    """What points by place give at a table of so many players."""

    players: int
    points: tuple[int, ...]  # by place
    per_head: Fraction


def table_sizes(rules: Rules) -> list[TableSize]:
    """Return what a season gives at each size of tables, where it gives points by place."""
    if rules.scheme != Scheme.PODIUM:
        return []
    return [
        TableSize(
            players,
            standings.podium_at(rules, players)[:players],
            standings.points_per_head(rules, players),
        )
        for players in SIZES
    ]


@dataclass(frozen=True, slots=True)
class _Counting:
    """The sessions that count, and how often each player came to each place in them."""

    results: QuerySet[Result]
    sessions: int
    places: Mapping[int, Places]


def preview_season(season: Season, games: Collection[str]) -> SeasonPreview:
    """Compare the stored season with this one, as it would be saved with these games."""
    stored = Season.objects.filter(pk=season.pk).first()
    counting_before = _counted(stored) if stored else _NOTHING
    # How many sessions there are does not matter while the same ones count.
    counting_after = (
        counting_before if stored and _is_same(stored, season, games) else _counting(season, games)
    )
    rows_before = _standings(stored, counting_before) if stored else []
    rows_after = _standings(season, counting_after)
    before, after = [
        {row.tally.player: PlayerStanding(row.rank, row.value) for row in rows}
        for rows in (rows_before, rows_after)
    ]
    names = {row.tally.player: row.tally.name for row in (*rows_before, *rows_after)}
    changes = player_changes(before, after, names)
    return SeasonPreview(
        players=tuple(changes[:MOST_PLAYERS]),
        sessions_before=counting_before.sessions,
        sessions_after=counting_after.sessions,
        has_changes=any(change.before != change.after for change in changes),
    )


_NOTHING = _Counting(Result.objects.none(), 0, {})


def _is_same(stored: Season, season: Season, games: Collection[str]) -> bool:
    """Whether the same sessions count for both, and are counted already."""
    days = (season.starts_on, season.ends_on)
    is_same = (stored.starts_on, stored.ends_on) == days and set(stored.game_slugs()) == set(games)
    return is_same and not stored.sessions_are_stale


def _counted(season: Season) -> _Counting:
    """Return what counts for a stored season."""
    places = place_counts(season)
    return _Counting(
        results=Result.objects.counting_for(season).filter(player__isnull=False),
        sessions=season.sessions,
        places={player: by_game[EVERY_GAME] for player, by_game in places.items()},
    )


def _counting(season: Season, games: Collection[str]) -> _Counting:
    """Find out what would count for the season (L-1)."""
    results = counting_results(season, games).filter(player__isnull=False)
    places: dict[int, Places] = defaultdict(Counter)
    counted = results.values_list("player_id", "players", "rank", "sharing").order_by()
    for player, *place, plays in counted.annotate(plays=Count("pk")):
        places[player][Place(*place)] = plays
    number: int = results.aggregate(number=Count("session", distinct=True))["number"]
    return _Counting(results, number, places)


def _standings(season: Season, counting: _Counting) -> list[Row]:
    names = dict(Player.objects.filter(pk__in=counting.places).values_list("pk", "name"))
    tallies = [
        standings.tally(season.rules, player, names[player], counts)
        for player, counts in counting.places.items()
    ]

    def sessions_among(players: Sequence[int]) -> Iterable[Ranks]:
        sessions: dict[int, dict[int, int]] = defaultdict(dict)
        results = counting.results.filter(player__in=players)
        for session, player, rank in results.values_list("session_id", "player_id", "rank"):
            sessions[session][player] = rank
        return sessions.values()

    return standings.table(season.rules, tallies, sessions_among)
