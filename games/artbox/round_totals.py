"""#ARTBOX: totals over the rounds of a session; pure, as the rules are."""

from typing import Literal

from games.artbox.rules import Details, RoundScore, State
from scoring.core.ranking import Rung, after_each, leaders


def tokens_by_round(state: State, details: Details) -> list[dict[str, int]]:
    """Return how many tokens everyone has after each round."""
    won = [[*worth["awards"]["drawing"], *worth["awards"]["sheet"]] for worth in details["rounds"]]
    return after_each(state.players, [{name: row.count(name) for name in row} for row in won])


def best_of(
    rounds: list[RoundScore], column: Literal["recognition", "sheets"]
) -> tuple[list[str], int]:
    """Return who had the most over all rounds, and how many; nobody if nobody had any."""
    gains = [worth[column] for worth in rounds]
    if not gains:
        return [], 0
    totals = after_each([*gains[0]], gains)[-1]
    first = leaders([*totals], [Rung(column, totals)])
    most = totals[first[0]]
    return (first, most) if most else ([], 0)
