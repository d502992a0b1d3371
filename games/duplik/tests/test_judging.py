"""Duplik: who judges whose drawing, and what a vote decides (R-D6)."""

from itertools import product

import pytest

from games.duplik.rules import SEATS, Side, State, authors_judged, vote_decides
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
    assert authors_judged(State(names), names[narrator], side) == expected


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
    assert authors_judged(State(NAMES[:4]), narrator, side) == judged


def test_it_lets_two_artists_judge_each_other() -> None:
    """R-D6: with three players both sides are the same."""
    for narrator, side in product(NAMES[:3], ("left", "right")):
        judged = authors_judged(State(NAMES[:3]), narrator, "left" if side == "left" else "right")
        assert all(judged[author] == judge for judge, author in judged.items())
        assert narrator not in judged


@pytest.mark.parametrize(
    ("votes", "author_says", "decision"),
    [
        pytest.param("yy", False, True, id="R-D6: all say it is met"),
        pytest.param("nn", True, False, id="R-D6: all say it is not"),
        pytest.param("yn", True, True, id="R-D6: an even vote, the artist says it is met"),
        pytest.param("yn", False, False, id="R-D6: an even vote, the artist says it is not"),
        pytest.param("yyn", False, True, id="R-D6: two of three outvote the artist"),
        pytest.param("ynn", True, False, id="R-D6: one of three is outvoted"),
        pytest.param("yynn", True, True, id="R-D6: two and two, the artist decides"),
        pytest.param("yynn", False, False, id="R-D6: two and two, the artist decides against it"),
        pytest.param("yyynn", False, True, id="R-D6: three of five outvote the artist"),
        pytest.param("yynnn", True, False, id="R-D6: two of five are outvoted"),
        pytest.param("", True, True, id="R-D6: nobody votes, the artist decides"),
    ],
)
def test_it_follows_the_vote(votes: str, author_says: bool, decision: bool) -> None:
    by_judge = {name: vote == "y" for name, vote in zip(NAMES, votes, strict=False)}
    assert vote_decides(by_judge, author_says) is decision
