"""Move results from one player to another, with all that is added up of them.

What they add up to is counted by the database, so that the rows that are locked meanwhile are free
again soon, however many results there are."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, F, IntegerField, Q, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from scoring.core.standings import LEAST_PLAYERS, Aggregate, Place, beaten, place_worth
from scoring.models import Season
from scoring.models.locks import lock_players_by_new_version, lock_seasons
from scoring.models.results import ResultQuerySet
from scoring.models.rows import Row
from scoring.totals.careers import CAREERS, MEETINGS, RUNS
from scoring.totals.closed_seasons import Cause, What, changing_closed_seasons
from scoring.totals.finished import EVERY_GAME
from scoring.totals.latest_ranks import read_latest_ranks
from scoring.totals.place_counts import PLACES, place_counts
from scoring.totals.player_days import DAYS, read_wrong_days, save_days
from scoring.totals.runs import read_runs
from scoring.totals.skill import start_over
from scoring.totals.sums import add_up
from scoring.totals.tallies import (
    read_new_players,
    read_places_on_last_days,
    read_tallies,
    save_tallies,
)

SEASON = F("session__counts_for__season_id")
ANY_SEASON = Value(None, IntegerField())


@dataclass(frozen=True, slots=True)
class _Places:
    """How often the player came to a place, in a game on a day."""

    season: int | None  # for which these count; None where all are counted, whatever for
    game: str
    day: date | None
    place: Place
    times: int
    points: int
    without_points: int


@dataclass(frozen=True, slots=True)
class _Move:
    old: int
    new: int

    def changes(self, sums: Iterable[tuple[Row, Row]]) -> dict[Any, Row]:
        """Return what takes sums from one player and gives them to the other.

        In the key of each, None stands for the player."""
        changes: dict[Any, Row] = {}
        for key, values in sums:
            for player, sign in ((self.old, -1), (self.new, 1)):
                own_key = tuple([player if part is None else part for part in key])
                before = changes.get(own_key, (0,) * len(values))
                changes[own_key] = tuple(
                    [total + sign * value for total, value in zip(before, values, strict=True)]
                )
        return changes


def move_results(results: ResultQuerySet, *, old: int, new: int, at: datetime, what: What) -> None:
    """Give these results of one player to another, who never met them.

    `what` is done, for closed seasons. The sessions and their leagues are locked already; this
    locks seasons and players. Raises ClosedSeasonsChange."""
    places = _read_places(results)
    counting = _read_places(results.filter(session__counts_for__isnull=False), SEASON)
    meetings = _read_meetings(results, old)
    seasons = lock_seasons({each.season for each in counting})
    lock_players_by_new_version({old, new, *meetings})
    results.update(player=new)
    move = _Move(old, new)
    with changing_closed_seasons(seasons, Cause(what=what, at=at)):
        for season in seasons:
            own = [each for each in counting if each.season == season.pk]
            _move_in_standings(season, move, own)
    _move_careers(move, places)
    add_up(MEETINGS, move.changes(_meeting_rows(meetings)))


def _read_places(results: ResultQuerySet, season: Combinable = ANY_SEASON) -> list[_Places]:
    columns = ("game", "played_on", "players", "rank", "sharing")
    rows = (
        results.order_by()
        .values_list(season, *columns)
        .annotate(
            times=Count("pk"),
            sum=Coalesce(Sum("points"), 0),
            without_points=Count("pk", filter=Q(points=None)),
        )
    )
    return [
        _Places(season, game, day, Place(*place), times, points, without_points)
        for season, game, day, *place, times, points, without_points in rows
    ]


def _read_meetings(results: ResultQuerySet, player: int) -> dict[int, Row]:
    """Return how often the player met each other one, was ahead of them, and level with them."""
    known = results.order_by().filter(session__results__player__isnull=False)
    other_rank = F("session__results__rank")
    rows = known.values_list("session__results__player").annotate(
        met=Count("pk"),
        ahead=Count("pk", filter=Q(rank__lt=other_rank)),
        level=Count("pk", filter=Q(rank=other_rank)),
    )
    return {other: tuple(counts) for other, *counts in rows if other != player}


def _meeting_rows(meetings: dict[int, Row]) -> Iterable[tuple[Row, Row]]:
    for other, (met, ahead, level) in meetings.items():
        yield (None, other), (met, ahead, level)
        yield (other, None), (met, met - ahead - level, level)


def _move_careers(move: _Move, places: Sequence[_Places]) -> None:
    contests = [each for each in places if each.place.players >= LEAST_PLAYERS]
    sums: dict[Row, Row] = defaultdict(lambda: (0, 0, 0, 0, 0))
    for each in contests:
        wins = each.times if each.place.rank == 1 else 0
        share = each.times * beaten(each.place)
        values = (each.times, wins, share, each.points, each.without_points)
        for game in (EVERY_GAME, each.game):
            sums[None, game] = _plus(sums[None, game], values)
    changes = move.changes(sums.items())
    runs = read_runs(changes)
    rows = {career: (*values, *runs[career]) for career, values in changes.items()}
    add_up(CAREERS, rows, replaced=RUNS)


def _plus(one: Row, other: Row) -> Row:
    return tuple([value + more for value, more in zip(one, other, strict=True)])


# Standings


def _move_in_standings(season: Season, move: _Move, places: Sequence[_Places]) -> None:
    days = [each.day for each in places if each.day is not None]
    if season.skill:
        start_over(season, since=min(days))
    counts: dict[Row, Row] = defaultdict(lambda: (0,))
    for each in places:
        key = (season.pk, None, each.game, *each.place)
        counts[key] = _plus(counts[key], (each.times,))
    add_up(PLACES, move.changes(counts.items()))
    if not season.sessions_are_stale:  # else all of it is recomputed when they are not any more
        games = {EVERY_GAME, *(each.game for each in places)}
        _renew_tallies(season, sorted(games), (move.old, move.new))
        _move_days(season, move, places)
    season.version += 1
    season.save(update_fields=["version", "skill_is_stale", "corrected_at"])


def _renew_tallies(season: Season, games: Sequence[str], players: Collection[int]) -> None:
    tallies = read_tallies([season], games)
    places = place_counts(season, players)
    on_last = read_places_on_last_days(season, tallies, players)
    ranks = read_latest_ranks(season, games, players)
    for of_game in tallies:
        of_game.changed = set(players)
    new = read_new_players(tallies)
    for of_game in tallies:
        of_game.renew(places, on_last, ranks, new)
        of_game.rank()
    save_tallies(tallies)


def _move_days(season: Season, move: _Move, places: Sequence[_Places]) -> None:
    rules = season.rules
    if rules.aggregate == Aggregate.BEST:
        save_days(read_wrong_days(season, (move.old, move.new)))
        return
    sums: dict[Row, Row] = defaultdict(lambda: (0, 0))
    for each in places:
        for game in (EVERY_GAME, each.game):
            key = (season.pk, game, None, each.day)
            gained = each.times * place_worth(rules, each.place)
            sums[key] = _plus(sums[key], (each.times, gained))
    add_up(DAYS, move.changes(sums.items()))
