"""Wins in a row: how many wins a player's last run has, and the longest run there ever was."""

from collections.abc import Collection, Mapping

from scoring.models import Result
from scoring.models.results import AS_PLAYED

Runs = tuple[int, int]  # the wins of the last run, and of the longest one


def read_runs(players: Collection[int]) -> Mapping[int, Runs]:
    """Read the runs of players, in all games together, from all contests whose day is known."""
    contests = Result.objects.contests().filter(player__in=players, played_on__isnull=False)
    as_played = contests.order_by("player_id", *AS_PLAYED).values_list("player_id", "rank")
    runs: dict[int, Runs] = {}
    for player, rank in as_played:
        run, longest = runs.get(player, (0, 0))
        run = run + 1 if rank == 1 else 0
        runs[player] = run, max(run, longest)
    return runs
