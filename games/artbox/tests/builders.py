"""#ARTBOX tables in a line: the same eight people, rounds in a short notation."""

from collections.abc import Sequence
from typing import Any

from games.artbox.rules import Details, Round, State
from scoring.core.outcome import Outcome

CAST = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hal")  # seat order; one initial each
BY_INITIAL = {name[0]: name for name in CAST}

Row = tuple[str, int, int, str | None]


def table(seats: int, rounds: Sequence[Round] = (), **options: Any) -> State:
    return State(players=CAST[:seats], rounds=tuple(rounds), **options)


def a_round(
    right: str = "", finish: str | None = "Ana Ben Cleo Dov", invalid: str | None = None
) -> Round:
    """`right`: "Ana: Ben Ben Cleo; Dov: Ana", a name twice when both drawings were guessed."""
    guesses: dict[str, dict[str, int]] = {}
    for line in filter(None, right.split("; ")):
        guesser, authors = line.split(": ")
        names = authors.split()
        guesses[guesser] = {author: names.count(author) for author in names}
    return Round(
        guesses=guesses,
        finish=None if finish is None else tuple(finish.split()),
        invalid=None if invalid is None else tuple(invalid.split()),
    )


def simple_round(right: str = "") -> Round:
    return a_round(right, finish=None)


def awarding(pairs: str, seats: int, *, numbered: bool = True) -> list[Round]:
    """ "AB BA": Ana gets a drawing token and Ben a sheet token, then the other way round."""
    finish = " ".join(CAST[:seats]) if numbered else None
    return [
        a_round(f"{BY_INITIAL[sheet]}: {BY_INITIAL[drawing]}", finish)
        for drawing, sheet in map(tuple, pairs.split())
    ]


def awards_of(outcome: Outcome[Details]) -> tuple[str, str]:
    """The last round's: "Ana", "Ben Cleo"."""
    awards = outcome.details["rounds"][-1]["awards"]
    return " ".join(awards["drawing"]), " ".join(awards["sheet"])


def rows_of(outcome: Outcome[Details]) -> list[Row]:
    return [(one.player, one.rank, one.points, one.decided_by) for one in outcome.standings]
