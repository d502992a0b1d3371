"""Careers: what all results of a player in the group add up to, computed from these results."""

from collections.abc import Collection
from operator import add

from django.db.models import Count, Q, Sum

from scoring.core.standings import Place, beaten
from scoring.models import Career, Result
from scoring.models.rows import Row, Table
from scoring.totals.finished import EVERY_GAME
from scoring.totals.places import place_rows
from scoring.totals.runs import read_runs
from scoring.totals.sums import replace_rows, rows_to_replace

SUMS = ("plays", "wins", "share", "points", "without_points")
CAREERS = Table(Career, ("player_id", "game"), (*SUMS, "run", "longest_run"))
NOTHING, NO_RUNS = (0,) * len(SUMS), (0, 0)


def renew_careers(players: Collection[int]) -> None:
    """Compute the careers of players from their results, which are stored already."""
    sums, runs = _read_sums(players), read_runs(players)
    careers = {
        (player, game): (*values, *(runs.get(player, NO_RUNS) if game == EVERY_GAME else NO_RUNS))
        for (player, game), values in sums.items()
    }
    stored = Career.objects.filter(player__in=players).values_list(*CAREERS.names)
    replace_rows(CAREERS, rows_to_replace(CAREERS, careers, stored))


def _read_sums(players: Collection[int]) -> dict[Row, Row]:
    contests = Result.objects.contests().filter(player__in=players)
    rows = place_rows(contests).annotate(
        sum=Sum("points"), without_points=Count("pk", filter=Q(points=None))
    )
    sums: dict[Row, Row] = {}
    for player, *place, game, times, points, without_points in rows:
        rank, share = Place(*place).rank, times * beaten(Place(*place))
        values = (times, times if rank == 1 else 0, share, points or 0, without_points)
        for career in ((player, EVERY_GAME), (player, game)):
            before = sums.get(career, NOTHING)
            sums[career] = tuple(map(add, before, values))
    return sums
