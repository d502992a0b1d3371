"""What a round of #ARTBOX is worth: rulings R-A1 to R-A6."""

import pytest

from games.artbox.round_results import award_order
from games.artbox.rules import (
    Award,
    Edition,
    Round,
    State,
    drawings_each,
    is_simplified,
    score,
)
from games.artbox.tests.builders import a_round, awards_of, simple_round, table

BUSY = "Ana: Ben Cleo; Ben: Cleo; Dov: Cleo"


@pytest.mark.parametrize(
    ("right", "recognition", "sheets"),
    [
        pytest.param("", [0, 0, 0, 0], [0, 0, 0, 0], id="R-A1: who is not mentioned has nothing"),
        pytest.param(
            BUSY, [0, 1, 3, 0], [2, 1, 0, 1], id="R-A1: authors gain by others, guessers by hits"
        ),
        pytest.param(
            "Ana: Ben Cleo Dov; Ben: Ana Cleo Dov; Cleo: Ana Ben Dov; Dov: Ana Ben Cleo",
            [3, 3, 3, 3],
            [3, 3, 3, 3],
            id="R-A1: three others are the most one drawing can reach at four",
        ),
    ],
)
def test_recognition_and_sheets(right: str, recognition: list[int], sheets: list[int]) -> None:
    worth = score(table(4, [a_round(right)])).details["rounds"][0]
    assert list(worth["recognition"].values()) == recognition
    assert list(worth["sheets"].values()) == sheets


def test_a_guess_of_zero_is_as_good_as_none() -> None:
    """R-A1"""
    with_zero = Round(
        guesses={"Ana": {"Ben": 0, "Cleo": 1}, "Dov": {}}, finish=("Dov", "Ana", "Ben", "Cleo")
    )
    without = Round(guesses={"Ana": {"Cleo": 1}}, finish=("Dov", "Ana", "Ben", "Cleo"))
    assert score(table(4, [with_zero])) == score(table(4, [without]))


@pytest.mark.parametrize(
    ("state", "each"),
    [
        pytest.param(table(3), 2, id="R-A2: three players draw two words"),
        pytest.param(table(3, two_drawings=True), 2, id="R-A2: three players may say so"),
        pytest.param(table(3, two_drawings=False), 1, id="R-A2: three players may draw one"),
        pytest.param(table(3, variant="simplified"), 2, id="R-A2: in every variant"),
        *(
            pytest.param(table(seats), 1, id=f"R-A2: {seats} players draw one word")
            for seats in range(4, 9)
        ),
    ],
)
def test_drawings_each(state: State, each: int) -> None:
    assert drawings_each(state) == each


def test_two_drawings_are_added_up() -> None:
    """R-A2"""
    right = "Ana: Ben Ben Cleo; Cleo: Ben; Ben: Ana Ana"
    worth = score(table(3, [a_round(right, "Cleo Ben Ana")])).details["rounds"][0]
    assert worth["recognition"] == {"Ana": 2, "Ben": 3, "Cleo": 1}
    assert worth["sheets"] == {"Ana": 3, "Ben": 2, "Cleo": 1}


@pytest.mark.parametrize(
    ("seats", "round", "expected"),
    [
        pytest.param(
            4,
            a_round(BUSY, invalid="Cleo"),
            ("Ben", "Ana"),
            id="R-A3: the best recognised drawing is passed over when it is invalid",
        ),
        pytest.param(
            3,
            a_round("Ana: Cleo Cleo Ben; Ben: Cleo Cleo", "Cleo Ben Ana", "Cleo"),
            ("Ben", "Ana"),
            id="R-A3: with two drawings one broken one makes the author invalid",
        ),
        pytest.param(4, a_round(BUSY), ("Cleo", "Ana"), id="R-A3: nobody listed, all valid"),
        pytest.param(
            4, a_round(BUSY, invalid=""), ("Cleo", "Ana"), id="R-A3: an empty list, all valid"
        ),
        pytest.param(
            4,
            a_round("Cleo: Dov Ben; Ana: Ben Dov", "Dov Ana Ben Cleo"),
            ("Dov", "Ana"),
            id="R-A4: equal recognition, the earlier finisher's drawing gets it",
        ),
        pytest.param(
            4,
            a_round("Cleo: Dov Ben; Ana: Ben Dov", "Ben Dov Cleo Ana"),
            ("Ben", "Cleo"),
            id="R-A4: equal recognition, the other way round with the other order",
        ),
        pytest.param(
            4,
            a_round("Ana: Ben; Cleo: Ben", "Cleo Ana Ben Dov", "Ana Ben Cleo Dov"),
            ("", "Cleo"),
            id="R-A4: nobody valid, no drawing token, and the sheet token still goes",
        ),
        pytest.param(
            4,
            a_round("", "Dov Ben Ana Cleo"),
            ("Dov", "Ben"),
            id="R-A4: a best of zero gets the drawing token all the same",
        ),
        pytest.param(
            4,
            a_round("Ana: Ben; Cleo: Ben", invalid="Ben"),
            ("Ana", "Cleo"),
            id="R-A4: a valid drawing nobody guessed goes before an invalid one",
        ),
    ],
)
def test_drawing_token(seats: int, round: Round, expected: tuple[str, str]) -> None:
    assert awards_of(score(table(seats, [round]))) == expected


# Ben gets the drawing token (3), Ana, Cleo and Dov have two right each; Cleo is recognised by
# two, Dov by one and Ana by nobody.
LEVEL = "Ana: Ben Cleo; Cleo: Ben Dov; Dov: Ben Cleo"


@pytest.mark.parametrize(
    ("round", "en", "fr"),
    [
        pytest.param(
            a_round("Ben: Ana Cleo Dov; Ana: Ben Cleo; Cleo: Ben; Dov: Ben"),
            "Ana",
            "Ana",
            id="R-A5: the best sheet is not looked at when its owner has the drawing token",
        ),
        pytest.param(
            a_round(LEVEL, "Ben Ana Cleo Dov"),
            "Ana",
            "Cleo",
            id="R-A5: level sheets go by Number token, in French by recognition first",
        ),
        pytest.param(
            a_round(LEVEL, "Dov Cleo Ana Ben"),
            "Dov",
            "Cleo",
            id="R-A5: another order of finishing moves the token in English only",
        ),
        pytest.param(
            a_round(LEVEL, "Ana Dov Cleo Ben", "Ana"),
            "Dov",
            "Cleo",
            id="R-A5: an invalid author loses a tie of sheets",
        ),
        pytest.param(
            a_round(LEVEL, "Cleo Dov Ana Ben", "Cleo"),
            "Dov",
            "Dov",
            id="R-A5: validity is asked before recognition",
        ),
        pytest.param(
            a_round(LEVEL, "Dov Cleo Ana Ben", "Ana Cleo Dov"),
            "Dov",
            "Cleo",
            id="R-A5: among invalid authors the rest of the chain decides",
        ),
        pytest.param(
            a_round("Ana: Ben Cleo Dov; Cleo: Ben Dov; Dov: Ben", "Dov Cleo Ana Ben", "Ana"),
            "Ana",
            "Ana",
            id="R-A5: an invalid author with the better sheet gets it",
        ),
        pytest.param(
            a_round("Ana: Ben; Cleo: Ben; Dov: Ben", "Ben Dov Cleo Ana"),
            "Dov",
            "Dov",
            id="R-A5: level on recognition as well, the earlier finisher",
        ),
        pytest.param(
            a_round("Ben: Ana Cleo Dov; Dov: Ben", invalid="Ana Ben Cleo Dov"),
            "Ben",
            "Ben",
            id="R-A5: without a drawing token everybody is in for the sheet token",
        ),
    ],
)
@pytest.mark.parametrize("variant", [None, "standard", "experienced"])
def test_sheet_token(round: Round, en: str, fr: str, variant: str | None) -> None:
    expected: list[tuple[Edition | None, str]] = [(None, en), ("en-2020", en), ("fr-2019", fr)]
    for edition, winner in expected:
        state = table(4, [round], edition=edition, variant=variant)
        assert awards_of(score(state))[1] == winner


@pytest.mark.parametrize(
    ("right", "expected"),
    [
        pytest.param(
            "Ana: Ben Cleo; Dov: Ben Cleo",
            ("Ben Cleo", "Ana Dov"),
            id="R-A6: everyone tied gets a token of the kind",
        ),
        pytest.param(
            "Ana: Ben; Ben: Ana Cleo; Cleo: Ana",
            ("Ana", "Ben"),
            id="R-A6: a best without a tie gets it alone",
        ),
        pytest.param(
            "Ana: Ben Cleo; Ben: Ana; Cleo: Ana Dov; Dov: Ana",
            ("Ana", "Ana Cleo"),
            id="R-A6: one player may get both",
        ),
        pytest.param(
            LEVEL, ("Ben", "Ana Cleo Dov"), id="R-A6: recognition does not break a tie of sheets"
        ),
        pytest.param(
            "",
            ("Ana Ben Cleo Dov", "Ana Ben Cleo Dov"),
            id="R-A6: where nobody guessed anything all are tied",
        ),
    ],
)
@pytest.mark.parametrize("edition", [None, "en-2020", "fr-2019"])
def test_simplified_tokens(right: str, expected: tuple[str, str], edition: Edition | None) -> None:
    state = table(4, [simple_round(right)], variant="simplified", edition=edition)
    assert awards_of(score(state)) == expected


def test_simplified_with_three_players_and_two_drawings() -> None:
    """R-A2, R-A6"""
    state = table(3, [simple_round("Ana: Ben Ben; Cleo: Ben; Ben: Cleo")], variant="simplified")
    assert awards_of(score(state)) == ("Ben", "Ana")


@pytest.mark.parametrize(
    ("variant", "simplified"),
    [
        pytest.param(None, False, id="R-A6: nothing said is not simplified"),
        pytest.param("standard", False, id="R-A6: standard is not"),
        pytest.param("experienced", False, id="R-A6: experienced is not"),
        pytest.param("simplified", True, id="R-A6: simplified is"),
    ],
)
def test_only_simplified_is_simplified(variant: str | None, simplified: bool) -> None:
    assert is_simplified(table(4, variant=variant)) is simplified


def order_of(state: State, award: Award) -> tuple[tuple[str, ...], list[str]]:
    """Return the rungs of an award, and its standings as "name: number number"."""
    outcome = award_order(state, 0, award)
    numbers = [(one.player, " ".join(map(str, one.numbers))) for one in outcome.standings]
    return outcome.ladder, [f"{name}: {held}" for name, held in numbers]


def test_the_order_for_the_drawing_token() -> None:
    """R-A3, R-A4: what a page shows of the reasons."""
    state = table(4, [a_round(LEVEL, "Ana Dov Cleo Ben", "Dov")])
    assert order_of(state, Award.DRAWING) == (
        ("recognition", "number-token"),
        ["Ben: 3 4", "Cleo: 2 3", "Ana: 0 1"],
    )


@pytest.mark.parametrize(
    ("edition", "ladder", "standings"),
    [
        pytest.param(
            "en-2020",
            ("sheet", "valid", "number-token"),
            ["Ana: 2 1 1", "Cleo: 2 1 3", "Dov: 2 0 2"],
            id="R-A5: English, recognition plays no part",
        ),
        pytest.param(
            "fr-2019",
            ("sheet", "valid", "recognition", "number-token"),
            ["Cleo: 2 1 2 3", "Ana: 2 1 0 1", "Dov: 2 0 1 2"],
            id="R-A5: French, recognition after validity",
        ),
    ],
)
def test_the_order_for_the_sheet_token(
    edition: Edition, ladder: tuple[str, ...], standings: list[str]
) -> None:
    state = table(4, [a_round(LEVEL, "Ana Dov Cleo Ben", "Dov")], edition=edition)
    assert order_of(state, Award.SHEET) == (ladder, standings)


def test_the_order_for_simplified_tokens() -> None:
    """R-A6: one number decides each, and a drawing token shuts nobody out."""
    state = table(4, [simple_round(LEVEL)], variant="simplified")
    assert order_of(state, Award.DRAWING) == (
        ("recognition",),
        ["Ben: 3", "Cleo: 2", "Dov: 1", "Ana: 0"],
    )
    assert order_of(state, Award.SHEET) == (("sheet",), ["Ana: 2", "Cleo: 2", "Dov: 2", "Ben: 0"])


def test_tokens_are_counted_by_kind_over_the_rounds() -> None:
    """R-A4, R-A5"""
    rounds = [a_round("Ben: Ana"), a_round("Cleo: Ana"), a_round("Ana: Ben")]
    assert score(table(4, rounds)).details["tokens"] == {
        "Ana": {"drawing": 2, "sheet": 1},
        "Ben": {"drawing": 1, "sheet": 1},
        "Cleo": {"drawing": 0, "sheet": 1},
        "Dov": {"drawing": 0, "sheet": 0},
    }
