"""Duplik: what is still to come, and who is out of reach whatever happens."""

from itertools import product

import pytest

from games.duplik.rules import (
    ROUNDS,
    Round,
    State,
    artists,
    most_gained_on,
    most_to_come,
    narrations_left,
    next_narrator,
    score,
    sheet_score,
)
from games.duplik.table import steps
from games.duplik.tests.builders import ALL, drawn, narrated, points, table
from games.duplik.wording import needs, progress


@pytest.mark.parametrize(
    ("state", "left", "following"),
    [
        pytest.param(narrated(3, ""), [1, 1, 1], "Ada", id="R-D4: the first seat begins"),
        pytest.param(narrated(3, "B"), [1, 0, 1], "Cy", id="R-D4: then the seat to the left"),
        pytest.param(narrated(3, "BC"), [1, 0, 0], "Ada", id="R-D4: and around the table"),
        pytest.param(narrated(3, "AC"), [0, 1, 0], "Bo", id="R-D4: past who has narrated"),
        pytest.param(narrated(3, "A", laps=2), [1, 2, 2], "Bo", id="R-D4: as often as agreed"),
        pytest.param(narrated(3, "ABC"), [0, 0, 0], None, id="R-D4: nobody is left"),
    ],
)
def test_it_knows_who_still_narrates(state: State, left: list[int], following: str | None) -> None:
    assert list(narrations_left(state).values()) == left
    assert next_narrator(state) == following


@pytest.mark.parametrize(
    ("state", "most"),
    [
        pytest.param(narrated(3, ""), [34, 34, 34], id="R-D2: two drawings, one narration"),
        pytest.param(narrated(3, "A"), [24, 22, 22], id="R-D2: who has narrated draws twice"),
        pytest.param(narrated(3, "ABC"), [0, 0, 0], id="R-D4: nothing after the end"),
    ],
)
def test_it_knows_the_most_that_can_come(state: State, most: list[int]) -> None:
    assert list(most_to_come(state).values()) == most


SHEETS = ((), (10,), ALL)


@pytest.mark.parametrize(
    "state",
    [narrated(3, "AB"), narrated(3, "BC"), narrated(3, "AC"), narrated(3, "A")],
    ids=["Cy narrates last", "Ada narrates last", "Bo narrates last", "two are left"],
)
def test_nobody_gains_more_than_it_says_and_somebody_gains_that(state: State) -> None:
    """By trying the sheets that gain most and least; the super criterion is the tenth."""
    before = points(score(state))
    gained = [
        now["Ada"] - before["Ada"] - now["Bo"] + before["Bo"]
        for now in map(points, map(score, played_out(state)))
    ]
    assert max(gained) == most_gained_on(state, "Ada", "Bo")


def played_out(state: State) -> list[State]:
    narrator = next_narrator(state)
    if narrator is None:
        return [state]
    drawing = artists(state, narrator)
    rounds = [
        Round(narrator, 10, dict(zip(drawing, sheets, strict=True)))
        for sheets in product(SHEETS, repeat=len(drawing))
    ]
    return [done for round in rounds for done in played_out(ROUNDS.add(state, round))]


def test_it_says_who_is_out_of_reach() -> None:
    state = table(
        drawn("Cy", Ada=ALL, Bo=()), drawn("Bo", Ada=ALL, Cy=ALL),
    )  # fmt: skip
    missing = needs(state, score(state))
    assert missing["Bo"] == (
        "has narrated · can still get up to 12 points · can no longer catch Ada"
    )
    assert missing["Ada"] == "has yet to narrate · can still get up to 10 points"


def test_it_counts_a_sheet_in_its_parts() -> None:
    assert sheet_score((1, 2, 6), 6) == {"criteria": 3, "bonus": 2, "points": 5}
    assert sheet_score((1, 2), 6) == {"criteria": 2, "bonus": 0, "points": 2}


def test_it_adds_up_round_by_round() -> None:
    state = table(drawn("Cy", Ada=(1, 10), Bo=(2,)), drawn("Bo", Ada=(1,), Cy=()))
    after_each = [dict(step.points) for step in steps(state, score(state))]
    assert after_each == [{"Ada": 4, "Bo": 1, "Cy": 3}, {"Ada": 5, "Bo": 2, "Cy": 3}]
    assert after_each[-1] == points(score(state))
    assert progress(state, score(state)) == "round 3 of 3"
