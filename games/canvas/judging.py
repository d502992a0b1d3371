"""Canvas: which tie the runner-up decides (R-C10)."""

from scoring.core.outcome import Pending, Standing


def to_judge(standings: tuple[Standing, ...]) -> Pending | None:
    """Return the pick that a tie for first place asks of those below, if there are any (R-C10)."""
    first = [standing.player for standing in standings if standing.rank == 1]
    below = [standing for standing in standings if standing.rank > 1]
    if len(first) == 1 or not below:
        return None
    judges = [standing.player for standing in below if standing.rank == below[0].rank]
    return Pending(between=tuple(first), judges=tuple(judges))
