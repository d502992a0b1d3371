"""Duplik: who judges whose drawing (R-D6)."""

from itertools import product

import pytest

from games.duplik.rules import SEATS, Side, State, authors_judged
from games.duplik.tests.builders import NAMES

TABLES: list[tuple[int, int, Side]] = [
    (players, narrator, side)
    for players in SEATS
    for narrator in range(players)
    for side in ("left", "right")
]


def next_artist(seat: int, narrator: int, players: int, step: int) -> int:
    """Walk around the table from a seat, past the narrator."""
    seat = (seat + step) % players
    while seat == narrator:
        seat = (seat + step) % players
    return seat


@pytest.mark.parametrize(
    ("players", "narrator", "side"),
    [
        pytest.param(
            *case, id=f"R-D6: {case[0]} players, seat {case[1]} narrates, to the {case[2]}"
        )
        for case in TABLES
    ],
)
def test_it_passes_each_drawing_to_the_next_artist(players: int, narrator: int, side: Side) -> None:
    names = NAMES[:players]
    step = {"left": 1, "right": -1}[side]
    expected = {
        names[next_artist(seat, narrator, players, step)]: names[seat]
        for seat in range(players)
        if seat != narrator
    }
    assert authors_judged(State(names, rounds=()), names[narrator], side) == expected


@pytest.mark.parametrize(
    ("narrator", "side", "judged"),
    [
        pytest.param(
            "Ada", "left", {"Cy": "Bo", "Dee": "Cy", "Bo": "Dee"},
            id="R-D6: to the left is clockwise, and the last goes past the narrator",
        ),
        pytest.param(
            "Ada", "right", {"Dee": "Bo", "Bo": "Cy", "Cy": "Dee"},
            id="R-D6: to the right is the other way round",
        ),
        pytest.param(
            "Cy", "left", {"Bo": "Ada", "Dee": "Bo", "Ada": "Dee"},
            id="R-D6: a narrator in between is skipped",
        ),
        pytest.param(
            "Cy", "right", {"Dee": "Ada", "Ada": "Bo", "Bo": "Dee"},
            id="R-D6: skipped on the other side too",
        ),
    ],
)  # fmt: skip
def test_it_skips_the_narrator(narrator: str, side: Side, judged: dict[str, str]) -> None:
    assert authors_judged(State(NAMES[:4], rounds=()), narrator, side) == judged


def test_it_lets_two_artists_judge_each_other() -> None:
    """R-D6: with three players both sides are the same."""
    for narrator, side in product(NAMES[:3], ("left", "right")):
        judged = authors_judged(
            State(NAMES[:3], rounds=()), narrator, "left" if side == "left" else "right"
        )
        assert all(judged[author] == judge for judge, author in judged.items())
        assert narrator not in judged
