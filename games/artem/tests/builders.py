"""Artem tables in a line: the same four people, claims in a short notation."""

from typing import Any

from games.artem.rules import Claim, Details, State, Turn
from scoring.core.outcome import Outcome

CAST = ("Ida", "Joe", "Kim", "Lou")  # seat order

Row = tuple[str, int, int, str | None]


def a_turn(player: str, claims: str = "") -> Turn:
    """`claims`: "1:6 3:2", a row of six as the first play and a row of two as the third."""
    pairs = [one.split(":") for one in claims.split()]
    return Turn(player, tuple([Claim(int(play), int(length)) for play, length in pairs]))


def turns(seats: int, *claims: str) -> tuple[Turn, ...]:
    """What was claimed from the second time round: nobody claims the first time."""
    by_turn = [*[""] * seats, *claims]
    return tuple([a_turn(CAST[at % seats], one) for at, one in enumerate(by_turn)])


def table(seats: int, *claims: str, **options: Any) -> State:
    return State(players=CAST[:seats], turns=turns(seats, *claims), **options)


def rows_of(outcome: Outcome[Details]) -> list[Row]:
    return [(one.player, one.rank, one.points, one.decided_by) for one in outcome.standings]


def points_of(outcome: Outcome[Details]) -> list[int]:
    """What each turn brought."""
    return [turn["points"] for turn in outcome.details["turns"]]
