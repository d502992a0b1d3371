"""Duplik: the rulings on rounds, totals, the order and the end, one row each."""

import pytest

from games.duplik.rules import (
    End,
    Refusal,
    Round,
    Sheet,
    State,
    artists,
    laps_of,
    round_score,
    rounds_to_play,
    score,
)
from games.duplik.tests.builders import ALL, NAMES, THREE, drawn, narrated, places, points, table

A_ROUND = drawn("Ada", Bo=(1, 2), Cy=(2, 3, 10))
# Bo and Cy tied with 8 each, Ada on 4
LEVEL = (
    drawn("Ada", 10, Bo=(1, 2, 3), Cy=(1, 2, 3)),
    drawn("Bo", 10, Ada=(), Cy=(1, 2, 3, 4)),
    drawn("Cy", 10, Ada=(1,), Bo=(1,)),
)


@pytest.mark.parametrize(
    ("narrator", "drawing"),
    [
        pytest.param("Ada", ("Bo", "Cy", "Dee"), id="R-D1: everybody but the first draws"),
        pytest.param("Bo", ("Ada", "Cy", "Dee"), id="R-D1: everybody but the second draws"),
        pytest.param("Dee", ("Ada", "Bo", "Cy"), id="R-D1: everybody but the last draws"),
    ],
)
def test_it_lets_everybody_draw_but_the_narrator(narrator: str, drawing: tuple[str, ...]) -> None:
    assert artists(State(NAMES[:4], rounds=()), narrator) == drawing
    scored = score(narrated(4, narrator[0])).details["rounds"]
    assert tuple(scored[0]["artists"]) == drawing


@pytest.mark.parametrize(
    ("super", "sheet", "worth"),
    [
        pytest.param(1, (), 0, id="R-D2: nothing met, nothing scored"),
        pytest.param(1, (2,), 1, id="R-D2: one point a criterion"),
        pytest.param(1, (1,), 3, id="R-D2: the super criterion is worth two more"),
        pytest.param(4, (2, 3, 5), 3, id="R-D2: the super criterion is not among them"),
        pytest.param(10, (10, 2, 5), 5, id="R-D2: in whatever order they are noted"),
        pytest.param(7, (1, 2, 3, 4, 5, 6, 8, 9, 10), 9, id="R-D2: all but the super criterion"),
        pytest.param(7, ALL, 12, id="R-D2: twelve at most"),
    ],
)
def test_it_scores_a_sheet(super: int, sheet: Sheet, worth: int) -> None:
    round = drawn("Ada", super, Bo=sheet, Cy=())
    assert round_score(round)["artists"] == {"Bo": worth, "Cy": 0}


@pytest.mark.parametrize(
    ("round", "worth"),
    [
        pytest.param(drawn("Ada", Bo=(), Cy=()), 0, id="R-D3: nobody met anything"),
        pytest.param(drawn("Ada", Bo=(1, 2), Cy=()), 2, id="R-D3: met by one artist is enough"),
        pytest.param(drawn("Ada", Bo=(1, 2), Cy=(1, 2)), 2, id="R-D3: met by both counts once"),
        pytest.param(drawn("Ada", Bo=(1, 2), Cy=(2, 3)), 3, id="R-D3: what either met"),
        pytest.param(drawn("Ada", 1, Bo=(1,), Cy=(1,)), 1, id="R-D3: the super adds nothing"),
        pytest.param(drawn("Ada", Bo=ALL, Cy=ALL), 10, id="R-D3: ten at most"),
        pytest.param(
            drawn("Ada", Bo=(1, 2, 3), Cy=(4, 5), Dee=(6,), Eli=(1, 6)), 6, id="R-D3: any of four"
        ),
    ],
)
def test_it_scores_the_narrator(round: Round, worth: int) -> None:
    assert round_score(round)["narrator"] == worth


@pytest.mark.parametrize(
    ("laps", "players", "rounds"),
    [
        pytest.param(None, 3, 3, id="R-D4: one lap if nothing was said"),
        pytest.param(1, 3, 3, id="R-D4: one lap of three"),
        pytest.param(2, 3, 6, id="R-D4: two laps of three"),
        pytest.param(3, 3, 9, id="R-D4: three laps of three"),
        pytest.param(1, 6, 6, id="R-D4: one lap of six"),
        pytest.param(2, 5, 10, id="R-D4: two laps of five"),
        pytest.param(3, 4, 12, id="R-D4: three laps of four"),
    ],
)
def test_it_ends_when_everyone_has_narrated(laps: int | None, players: int, rounds: int) -> None:
    narrators = "ABCDEF"[:players] * (laps or 1)
    whole = narrated(players, narrators, laps=laps)
    assert laps_of(whole) == (laps or 1)
    assert rounds_to_play(whole) == rounds
    assert score(whole).end == "laps"
    assert score(narrated(players, narrators[:-1], laps=laps)).end is None


@pytest.mark.parametrize(
    ("narrators", "laps"),
    [
        pytest.param("CAB", 1, id="R-D4: another order"),
        pytest.param("BCA", None, id="R-D4: beginning in the middle"),
        pytest.param("AABBCC", 2, id="R-D4: twice in a row"),
        pytest.param("ABCCBA", 2, id="R-D4: there and back"),
        pytest.param("CCCAABBBA", 3, id="R-D4: any order of three laps"),
    ],
)
def test_it_takes_narrators_in_any_order(narrators: str, laps: int | None) -> None:
    assert score(narrated(3, narrators, laps=laps)).end == "laps"


@pytest.mark.parametrize(
    ("state", "end"),
    [
        pytest.param(State(THREE, rounds=()), None, id="R-D4: not over before it begins"),
        pytest.param(table(A_ROUND), None, id="R-2: not over after a round"),
        pytest.param(table(A_ROUND, stopped=True), "stopped", id="R-3: a table may stop early"),
        pytest.param(table(*LEVEL), "laps", id="R-D4: over after the last round"),
        pytest.param(table(*LEVEL, stopped=True), "laps", id="R-3: a natural end comes first"),
        pytest.param(table(*LEVEL, laps=2), None, id="R-D4: half of two laps"),
    ],
)
def test_it_knows_whether_it_is_over(state: State, end: str | None) -> None:
    outcome = score(state)
    assert outcome.end == end
    assert outcome.finished is (end is not None)
    assert bool(outcome.winners) is (end is not None)
    assert outcome.pending is None


def test_it_adds_up_what_was_drawn_and_narrated() -> None:
    """R-D5, with two rounds of drawing each."""
    outcome = score(
        table(
            drawn("Ada", 1, Bo=(1, 2), Cy=(4,)),
            drawn("Bo", 2, Ada=(1,), Cy=(5, 6, 7)),
            drawn("Cy", 3, Ada=(3, 4, 5), Bo=(3,)),
        )
    )
    assert outcome.details["totals"] == {
        "Ada": {"artist": 6, "narrator": 3},
        "Bo": {"artist": 7, "narrator": 4},
        "Cy": {"artist": 4, "narrator": 3},
    }
    assert outcome.details["rounds"] == [
        {"artists": {"Bo": 4, "Cy": 1}, "narrator": 3},
        {"artists": {"Ada": 1, "Cy": 3}, "narrator": 4},
        {"artists": {"Ada": 5, "Bo": 3}, "narrator": 3},
    ]
    assert points(outcome) == {"Bo": 11, "Ada": 9, "Cy": 7}
    assert outcome.ladder == ("points",)


def test_it_adds_up_what_was_narrated_in_two_laps() -> None:
    """R-D4, R-D5"""
    first = drawn("Ada", 1, Bo=(1, 2), Cy=(4,))
    again = drawn("Ada", 9, Bo=(), Cy=(5, 6, 7, 8))
    assert score(table(first, again, laps=2)).details["totals"] == {
        "Ada": {"artist": 0, "narrator": 7},
        "Bo": {"artist": 4, "narrator": 0},
        "Cy": {"artist": 5, "narrator": 0},
    }


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(
            State(THREE, rounds=()),
            [("Ada", 1, None), ("Bo", 1, "shared"), ("Cy", 1, "shared")],
            id="R-1: level before the first round",
        ),
        pytest.param(
            table(A_ROUND),
            [("Cy", 1, None), ("Ada", 2, "points"), ("Bo", 3, "points")],
            id="R-5: more points stand above",
        ),
        pytest.param(
            table(*LEVEL),
            [("Bo", 1, None), ("Cy", 1, "shared"), ("Ada", 3, "points")],
            id="R-D5: equal totals share the rank, in seat order",
        ),
        pytest.param(
            table(drawn("Cy", Ada=(1,), Bo=(1, 2)), drawn("Bo", Ada=(2,), Cy=())),
            [("Bo", 1, None), ("Ada", 2, "points"), ("Cy", 2, "shared")],
            id="R-1: a shared second place",
        ),
        pytest.param(
            State(NAMES[:4], rounds=(drawn("Dee", Ada=(), Bo=(1, 2), Cy=()),)),
            [("Bo", 1, None), ("Dee", 1, "shared"), ("Ada", 3, "points"), ("Cy", 3, "shared")],
            id="R-1: shared twice",
        ),
        pytest.param(
            State(NAMES[:4], rounds=(drawn("Dee", Ada=(1,), Bo=(1, 10), Cy=(1,)),)),
            [("Bo", 1, None), ("Dee", 2, "points"), ("Ada", 3, "points"), ("Cy", 3, "shared")],
            id="R-1: the narrator between the artists",
        ),
        pytest.param(
            State(NAMES[:4], rounds=(drawn("Dee", 9, Ada=(1,), Bo=(9,), Cy=(1, 2)),)),
            [("Bo", 1, None), ("Dee", 1, "shared"), ("Cy", 3, "points"), ("Ada", 4, "points")],
            id="R-1: ranks 1, 1, 3, 4",
        ),
    ],
)
def test_it_orders_the_players(state: State, expected: list[tuple[str, int, str | None]]) -> None:
    assert places(score(state)) == expected


@pytest.mark.parametrize(
    ("state", "winners"),
    [
        pytest.param(table(*LEVEL), ("Bo", "Cy"), id="R-D5: all on top win together"),
        pytest.param(narrated(3, "ABC"), THREE, id="R-D5: even everybody"),
        pytest.param(table(A_ROUND), (), id="R-2: nobody has won before the end"),
        pytest.param(table(*LEVEL, laps=3), (), id="R-2: nobody has won after the first of laps"),
        pytest.param(table(A_ROUND, stopped=True), ("Cy",), id="R-3: a stop is final"),
    ],
)
def test_it_names_the_winners_only_at_the_end(state: State, winners: tuple[str, ...]) -> None:
    assert score(state).winners == winners


@pytest.mark.parametrize("code", [*End, *Refusal])
def test_it_spells_a_code_like_its_name(code: End | Refusal) -> None:
    assert code.value == code.name.lower().replace("_", "-")
