"""What a turn of Artem holds and brings: rulings R-M1 to R-M5 and R-M8."""

from dataclasses import replace

import pytest

from games.artem.rules import (
    Claim,
    State,
    Turn,
    Variant,
    claim_points,
    may_claim,
    player_at,
    plays,
    score,
)
from games.artem.tests.builders import CAST, a_turn, points_of, rows_of, table, turns
from scoring.core.refusals import Refused

FIRST = {2: 1, 3: 3, 4: 5, 5: 7, 6: 9}
LATER = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5}


@pytest.mark.parametrize(
    ("seats", "at", "name"),
    [
        pytest.param(2, 0, "Ida", id="R-M1: the first player begins"),
        pytest.param(2, 1, "Joe", id="R-M1: then the next seat"),
        pytest.param(2, 2, "Ida", id="R-M1: and round again with two"),
        pytest.param(3, 2, "Kim", id="R-M1: up to the last seat of three"),
        pytest.param(3, 7, "Joe", id="R-M1: the third time round three"),
        pytest.param(4, 3, "Lou", id="R-M1: up to the last seat of four"),
        pytest.param(4, 4, "Ida", id="R-M1: and round again with four"),
    ],
)
def test_player_at(seats: int, at: int, name: str) -> None:
    assert player_at(table(seats), at) == name


def test_a_turn_without_a_claim_brings_nothing() -> None:
    """R-M1"""
    outcome = score(table(3, "", "1:2"))
    assert outcome.details["turns"] == [
        {"player": "Ida", "points": 0},
        {"player": "Joe", "points": 0},
        {"player": "Kim", "points": 0},
        {"player": "Ida", "points": 0},
        {"player": "Joe", "points": 1},
    ]


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        pytest.param(None, [1, 2], id="R-M2: two plays when nothing was said"),
        pytest.param("standard", [1, 2], id="R-M2: two plays in standard"),
        pytest.param("all-in", [1, 2, 3, 4, 5], id="R-M2: a hand of five plays in all-in"),
    ],
)
def test_plays(variant: Variant | None, expected: list[int]) -> None:
    assert list(plays(table(2, variant=variant))) == expected


def test_all_in_takes_a_whole_hand_of_claims() -> None:
    """R-M2"""
    outcome = score(table(2, "1:2 2:2 3:2 4:2 5:2", variant="all-in"))
    assert points_of(outcome) == [0, 0, 5]


@pytest.mark.parametrize(
    ("seats", "at", "allowed"),
    [
        pytest.param(seats, at, allowed, id=f"R-M3: {seats} players, turn {at + 1}")
        for seats in (2, 3, 4)
        for at, allowed in [(0, False), (seats - 1, False), (seats, True), (3 * seats, True)]
    ],
)
def test_may_claim(seats: int, at: int, allowed: bool) -> None:
    assert may_claim(table(seats), at) is allowed
    passes = [a_turn(CAST[turn % seats]) for turn in range(at)]
    state = State(CAST[:seats], turns=(*passes, a_turn(CAST[at % seats], "1:2")))
    if allowed:
        assert points_of(score(state))[-1] == 1
    else:
        with pytest.raises(Refused):
            score(state)


@pytest.mark.parametrize(
    ("play", "length", "points"),
    [
        *(
            pytest.param(1, length, points, id=f"R-M4: {length} long, first play, {points}")
            for length, points in FIRST.items()
        ),
        *(
            pytest.param(2, length, points, id=f"R-M4: {length} long, second play, {points}")
            for length, points in LATER.items()
        ),
    ],
)
@pytest.mark.parametrize("variant", [None, "standard", "all-in"])
def test_claim(play: int, length: int, points: int, variant: Variant | None) -> None:
    assert claim_points(Claim(play, length)) == points
    outcome = score(table(2, f"{play}:{length}", variant=variant))
    assert points_of(outcome) == [0, 0, points]
    assert rows_of(outcome)[0] == ("Ida", 1, points, None)


@pytest.mark.parametrize(
    ("claims", "points"),
    [
        *(
            pytest.param(
                f"{play}:{length}",
                points,
                id=f"R-M5: {length} long, first claim as play {play}, as a second play",
            )
            for play in (3, 4, 5)
            for length, points in LATER.items()
        ),
        pytest.param("1:4 2:4", 8, id="R-M5: the first play high, the next low"),
        pytest.param("1:4 5:4", 8, id="R-M5: plays in between change nothing"),
        pytest.param("2:4 3:4", 6, id="R-M5: both low when the first play was no claim"),
        pytest.param("1:3 2:3 3:3 4:3 5:3", 11, id="R-M5: one high and four low"),
        pytest.param("1:2 2:2", 2, id="R-M5: rows of two are worth the same everywhere"),
    ],
)
def test_all_in_claims(claims: str, points: int) -> None:
    assert points_of(score(table(2, claims, variant="all-in"))) == [0, 0, points]


def test_every_turn_has_a_first_play_of_its_own() -> None:
    """R-M5: the high row is back in the next turn, of another and of the same player."""
    outcome = score(table(2, "1:3 2:3", "1:3", "1:3", variant="all-in"))
    assert points_of(outcome) == [0, 0, 5, 3, 3]
    assert rows_of(outcome) == [("Ida", 1, 8, None), ("Joe", 2, 3, "points")]


@pytest.mark.parametrize(
    "directions",
    [
        pytest.param(None, id="R-M8: nothing said of directions"),
        pytest.param("universal", id="R-M8: directions are everybody's"),
        pytest.param("relative", id="R-M8: directions are everyone's own"),
    ],
)
@pytest.mark.parametrize("variant", ["standard", "all-in"])
def test_directions_score_nothing(directions: str | None, variant: Variant) -> None:
    played = ("1:6", "2:5", "", "1:3")
    outcome = score(table(2, *played, variant=variant, directions=directions))
    assert outcome == score(table(2, *played, variant=variant))
    assert [(name, points) for name, _, points, _ in rows_of(outcome)] == [("Ida", 9), ("Joe", 7)]


def test_a_colour_scores_nothing() -> None:
    """R-M4: a row counts by its length."""
    plain = table(2, "1:5")
    coloured = replace(plain, turns=(*turns(2), Turn("Ida", (Claim(1, 5, "teal"),))))
    assert score(coloured) == score(plain)
