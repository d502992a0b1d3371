"""When Artem is over and who stands where: rulings R-M6, R-M7 and R-1 to R-5."""

import pytest

from games.artem.rules import DeckOut, State, score, target
from games.artem.tests.builders import Row, rows_of, table
from scoring.core.refusals import Code, Refused

NINE_AND_NINE = ("1:6", "", "1:6", "")  # of two players, the first has 18


@pytest.mark.parametrize(
    ("seats", "points"),
    [
        pytest.param(2, 20, id="R-M6: two players play to twenty"),
        pytest.param(3, 15, id="R-M6: three to fifteen"),
        pytest.param(4, 10, id="R-M6: four to ten"),
    ],
)
def test_target(seats: int, points: int) -> None:
    assert target(table(seats)) == points
    assert score(table(seats)).details["target"] == points


@pytest.mark.parametrize(
    ("state", "points", "end"),
    [
        pytest.param(
            table(2, *NINE_AND_NINE, "1:2"), 19, None, id="R-M6: nineteen of two, it goes on"
        ),
        pytest.param(
            table(2, *NINE_AND_NINE, "2:3"), 20, "points", id="R-M6: twenty of two end it"
        ),
        pytest.param(
            table(2, *NINE_AND_NINE, "1:6"), 27, "points", id="R-M6: more than twenty as well"
        ),
        pytest.param(
            table(3, "1:6", "", "", "2:6"), 14, None, id="R-M6: fourteen of three, it goes on"
        ),
        pytest.param(
            table(3, "1:6", "", "", "1:4", "", "", "1:2"),
            15,
            "points",
            id="R-M6: fifteen of three end it",
        ),
        pytest.param(table(4, "1:6"), 9, None, id="R-M6: nine of four, it goes on"),
        pytest.param(
            table(4, "1:6", "", "", "", "1:2"), 10, "points", id="R-M6: ten of four end it"
        ),
        pytest.param(
            table(4, "1:6 2:2", variant="all-in"), 10, "points", id="R-M6: in one all-in turn"
        ),
        pytest.param(
            table(4, "1:4", "1:4", "1:4", "1:4"), 5, None, id="R-M6: nobody's points are pooled"
        ),
    ],
)
def test_it_ends_by_points(state: State, points: int, end: str | None) -> None:
    outcome = score(state)
    assert outcome.end == end
    assert outcome.finished is (end is not None)
    assert rows_of(outcome)[0] == ("Ida", 1, points, None)
    assert outcome.winners == (("Ida",) if end else ())


def test_whoever_has_the_points_ends_it() -> None:
    """R-M6"""
    outcome = score(table(4, "1:5", "1:6", "", "", "", "1:3"))
    assert outcome.end == "points"
    assert outcome.winners == ("Joe",)


WON = ("1:6", "", "", "", "1:2")  # of four players, the first has ten


@pytest.mark.parametrize(
    ("state", "end"),
    [
        pytest.param(table(4, "1:6"), None, id="R-2: nothing has ended it"),
        pytest.param(
            table(4, "1:6", deck_out="main-deck"), "main-deck", id="R-M6: the main deck ran out"
        ),
        pytest.param(
            table(4, "1:6", deck_out="color-deck"), "color-deck", id="R-M6: the colour deck ran out"
        ),
        pytest.param(table(4, "1:6", stopped=True), "stopped", id="R-3: the table stopped early"),
        pytest.param(
            table(4, "1:6", deck_out="main-deck", stopped=True),
            "main-deck",
            id="R-3: the end by the main deck comes before stopping",
        ),
        pytest.param(
            table(4, "1:6", deck_out="color-deck", stopped=True),
            "color-deck",
            id="R-3: the end by the colour deck as well",
        ),
        pytest.param(table(4, *WON, stopped=True), "points", id="R-3: the points as well"),
        pytest.param(
            table(4, *WON, deck_out="main-deck"), "points", id="R-M6: the points before the deck"
        ),
        pytest.param(
            table(4, *WON, deck_out="color-deck", stopped=True), "points", id="R-3: before both"
        ),
    ],
)
def test_what_ended_it(state: State, end: str | None) -> None:
    outcome = score(state)
    assert outcome.end == end
    assert outcome.finished is (end is not None)
    assert outcome.winners == (("Ida",) if end else ())


@pytest.mark.parametrize(
    ("state", "winners"),
    [
        pytest.param(
            table(3, deck_out="main-deck"), ("Ida", "Joe", "Kim"), id="R-M6: no claim, a deck out"
        ),
    ],
)
def test_all_win_where_nobody_has_a_point(state: State, winners: tuple[str, ...]) -> None:
    assert score(state).winners == winners


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(
            table(3, "1:3", "1:4", "2:4"),
            [("Joe", 1, 5, None), ("Ida", 2, 3, "points"), ("Kim", 2, 3, "shared")],
            id="R-M7: more points first, equal points share",
        ),
        pytest.param(
            table(4, "1:3", "1:4", "2:4", "1:2"),
            [
                ("Joe", 1, 5, None),
                ("Ida", 2, 3, "points"),
                ("Kim", 2, 3, "shared"),
                ("Lou", 4, 1, "points"),
            ],
            id="R-1: a shared second place leaves no third",
        ),
        pytest.param(
            table(2),
            [("Ida", 1, 0, None), ("Joe", 1, 0, "shared")],
            id="R-2: before the first turn all share the first place",
        ),
        pytest.param(
            table(4, "1:2", "1:3", "1:4", "1:5"),
            [
                ("Lou", 1, 7, None),
                ("Kim", 2, 5, "points"),
                ("Joe", 3, 3, "points"),
                ("Ida", 4, 1, "points"),
            ],
            id="R-5: points are the only link of the chain",
        ),
    ],
)
def test_order(state: State, expected: list[Row]) -> None:
    outcome = score(state)
    assert outcome.ladder == ("points",)
    assert rows_of(outcome) == expected


def test_all_on_the_first_place_win_together() -> None:
    """R-M7"""
    outcome = score(table(3, "1:4", "2:6", "1:3", deck_out="main-deck"))
    assert outcome.winners == ("Ida", "Joe")


@pytest.mark.parametrize(
    ("state", "refused_at"),
    [
        pytest.param(table(4, "1:6", "", "", "", "1:2", ""), 9, id="R-4: a turn without a claim"),
        pytest.param(table(4, "1:6", "", "", "", "1:2", "1:3"), 9, id="R-4: a turn with one"),
        pytest.param(
            table(4, "1:6 2:2", "", "", variant="all-in"), 5, id="R-4: the first of two too many"
        ),
    ],
)
def test_it_refuses_a_turn_after_the_end(state: State, refused_at: int) -> None:
    with pytest.raises(Refused) as caught:
        score(state)
    assert caught.value.where == f"turns[{refused_at}]"
    assert caught.value.code is Code.AFTER_THE_END
    assert caught.value.values == {"number": refused_at + 1}


@pytest.mark.parametrize(
    "end",
    [
        pytest.param("main-deck", id="R-M6: turns up to the main deck's end count"),
        pytest.param("color-deck", id="R-M6: turns up to the colour deck's end count"),
    ],
)
def test_a_deck_that_ran_out_refuses_none_of_the_turns_before(end: DeckOut) -> None:
    assert rows_of(score(table(2, "1:6", "1:3", deck_out=end))) == [
        ("Ida", 1, 9, None),
        ("Joe", 2, 3, "points"),
    ]
