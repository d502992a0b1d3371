"""Preview a season's standings under other rules, on other days or with other games.

Nothing is written: the places are counted that would count (L-1 to L-5)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django.db.models import Count, QuerySet

from scoring.core import standings
from scoring.core.standings import Row, Rules, Scheme
from scoring.leagues.counted_sessions import counting_results
from scoring.models import Player, Result, Season
from scoring.models.seasons import SIZES
from scoring.totals.finished import EVERY_GAME
from scoring.totals.places import count_places, place_rows
from scoring.totals.standings import ranks_among
from scoring.totals.standings_preview import (
    PlayerChange,
    PlayerStanding,
    player_changes,
    player_standings,
    tallies_of,
)

MOST_PLAYERS = 8  # shown from the top


@dataclass(frozen=True, slots=True)
class SeasonPreview:
    players: tuple[PlayerChange, ...]  # the first ones
    sessions_before: int  # that count
    sessions_after: int
    has_changes: bool  # also further down


class TableSize(NamedTuple):
    """The points by place at a table with this number of players."""

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


def preview_season(season: Season, games: Collection[str]) -> SeasonPreview:
    """Compare the stored season with this one, as it would be saved with these games."""
    stored = Season.objects.filter(pk=season.pk).first()
    tallies = tallies_of([season.pk], [EVERY_GAME])[season.pk, EVERY_GAME] if stored else []
    results = counting_results(season, games).filter(player__isnull=False)
    if stored and _is_same(stored, season, games):
        results, sessions = Result.objects.of_season(stored), stored.sessions
    else:
        sessions = results.aggregate(number=Count("session", distinct=True))["number"]
    rows = _standings(season, results)
    before = player_standings(tallies)
    after = {row.tally.player: PlayerStanding(row.rank, row.value) for row in rows}
    names = {tally.player_id: tally.player.name for tally in tallies}
    changes = player_changes(before, after, {**names, **_names(rows)})
    return SeasonPreview(
        players=tuple(changes[:MOST_PLAYERS]),
        sessions_before=stored.sessions if stored else 0,
        sessions_after=sessions,
        has_changes=any(change.before != change.after for change in changes),
    )


def _is_same(stored: Season, season: Season, games: Collection[str]) -> bool:
    """Return whether the same sessions count for both and are already counted."""
    days = (season.starts_on, season.ends_on)
    is_same = (stored.starts_on, stored.ends_on) == days and set(stored.game_slugs()) == set(games)
    return is_same and not stored.sessions_are_stale


def _standings(season: Season, results: QuerySet[Result]) -> list[Row]:
    """Return the standings by the season's rules if these results counted."""
    places = {
        player: of for (game, player), of in count_places(place_rows(results)).items() if not game
    }
    names = dict(Player.objects.filter(pk__in=places).values_list("pk", "name"))
    tallies = [
        standings.tally(season.rules, player, names[player], counts)
        for player, counts in places.items()
    ]
    return standings.table(season.rules, tallies, partial(ranks_among, results))


def _names(rows: Iterable[Row]) -> dict[int, str]:
    return {row.tally.player: row.tally.name for row in rows}
