"""Who stands where in #ARTBOX, and why: rulings R-A8, R-1 and R-5."""

import pytest

from games.artbox.rules import Round, State, score
from games.artbox.tests.builders import Row, a_round, awarding, rows_of, simple_round, table

FIRST_TO_LAST = "Ana Ben Cleo Dov"


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param(
            [*awarding("AB", 4), a_round("Ana: Ben; Cleo: Dov", "Dov Ana Ben Cleo")],
            [
                ("Ana", 1, 2, None),
                ("Dov", 2, 1, "points"),
                ("Ben", 3, 1, "number-token"),
                ("Cleo", 4, 0, "points"),
            ],
            id="R-A8: more tokens, of whichever kind, before a better last round",
        ),
        pytest.param(
            [*awarding("DC", 4), a_round("Dov: Ana Cleo; Ben: Cleo", "Ben Dov Ana Cleo")],
            [
                ("Cleo", 1, 2, None),
                ("Dov", 2, 2, "recognition"),
                ("Ana", 3, 0, "points"),
                ("Ben", 4, 0, "recognition"),
            ],
            id="R-A8: the last round's recognition decides between equal tokens",
        ),
        pytest.param(
            [a_round("Ana: Ben; Cleo: Ben; Dov: Cleo", "Dov Cleo Ben Ana", "Ben")],
            [
                ("Cleo", 1, 1, None),
                ("Dov", 2, 1, "recognition"),
                ("Ben", 3, 0, "points"),
                ("Ana", 4, 0, "recognition"),
            ],
            id="R-A8: an invalid drawing's recognition counts here",
        ),
        pytest.param(
            [a_round("", "Cleo Dov Ben Ana")],
            [
                ("Cleo", 1, 1, None),
                ("Dov", 2, 1, "number-token"),
                ("Ben", 3, 0, "points"),
                ("Ana", 4, 0, "number-token"),
            ],
            id="R-A8: the lower Number token decides when recognition is level",
        ),
    ],
)
def test_order(rounds: list[Round], expected: list[Row]) -> None:
    assert rows_of(score(table(4, rounds))) == expected


def test_only_the_last_round_breaks_ties() -> None:
    """R-A8: Ana was recognised twice and finished first, but a round ago."""
    rounds = [
        a_round("Ben: Ana; Cleo: Ana", FIRST_TO_LAST),
        a_round("Cleo: Dov", "Dov Cleo Ben Ana"),
    ]
    outcome = score(table(4, rounds))
    assert rows_of(outcome) == [
        ("Dov", 1, 1, None),
        ("Cleo", 2, 1, "recognition"),
        ("Ben", 3, 1, "number-token"),
        ("Ana", 4, 1, "number-token"),
    ]


def test_the_edition_does_not_change_the_chain() -> None:
    """R-A8: recognition comes before the Number token in English as well."""
    rounds = [a_round("Ana: Ben; Dov: Ben", FIRST_TO_LAST)]
    for edition in ("en-2020", "fr-2019"):
        outcome = score(table(4, rounds, edition=edition))
        assert outcome.ladder == ("points", "recognition", "number-token")
        assert [one.numbers for one in outcome.standings] == [
            (1, 2, 2),
            (1, 0, 1),
            (0, 0, 3),
            (0, 0, 4),
        ]


def test_the_most_tokens_win_whoever_ended_an_experienced_game() -> None:
    """R-A8: Ben completes two and two with four tokens; Ana has five of one colour."""
    rounds = awarding("AB AB AC AC AD BC BC", 4)
    outcome = score(table(4, rounds, variant="experienced"))
    assert outcome.end == "tokens"
    assert outcome.details["tokens"]["Ben"] == {"drawing": 2, "sheet": 2}
    assert outcome.winners == ("Ana",)
    assert [(name, points) for name, _, points, _ in rows_of(outcome)[:2]] == [
        ("Ana", 5),
        ("Ben", 4),
    ]


def test_simplified_tokens_and_recognition_are_the_whole_chain() -> None:
    """R-A8: without Number tokens what recognition leaves is shared."""
    outcome = score(table(4, [simple_round("Ana: Ben")], variant="simplified"))
    assert outcome.ladder == ("points", "recognition")
    assert rows_of(outcome) == [
        ("Ben", 1, 1, None),
        ("Ana", 2, 1, "recognition"),
        ("Cleo", 3, 0, "points"),
        ("Dov", 3, 0, "shared"),
    ]


def simplified(*right: str) -> State:
    return table(4, [simple_round(guessed) for guessed in right], variant="simplified")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(
            simplified("Ben: Ana; Cleo: Ana"),
            [("Ana", 1), ("Ben", 2), ("Cleo", 2), ("Dov", 4)],
            id="R-1: a shared second place leaves no third",
        ),
        pytest.param(
            simplified("Ana: Ben; Ben: Ana"),
            [("Ana", 1), ("Ben", 1), ("Cleo", 3), ("Dov", 3)],
            id="R-1: two shared places in one table",
        ),
        pytest.param(
            simplified("Ana: Ben; Ben: Cleo; Cleo: Ana"),
            [("Ana", 1), ("Ben", 1), ("Cleo", 1), ("Dov", 4)],
            id="R-1: three on the first place leave the fourth",
        ),
        pytest.param(
            table(4, awarding("AB", 4)),
            [("Ana", 1), ("Ben", 2), ("Cleo", 3), ("Dov", 4)],
            id="R-1: Number tokens leave nothing shared",
        ),
    ],
)
def test_ranks(state: State, expected: list[tuple[str, int]]) -> None:
    assert [(name, rank) for name, rank, _, _ in rows_of(score(state))] == expected


def test_all_on_the_first_place_win_together() -> None:
    """R-1, R-A8"""
    right = "Ana: Ben; Ben: Ana"
    outcome = score(simplified(right, right))
    assert outcome.end == "tokens"
    assert outcome.winners == ("Ana", "Ben")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(
            table(4, awarding("AB", 4)),
            [None, "recognition", "points", "number-token"],
            id="R-5: every link of the chain is named",
        ),
        pytest.param(
            simplified("Ben: Ana; Cleo: Ana"),
            [None, "recognition", "shared", "points"],
            id="R-5: a shared place is called so, and the next is measured against it",
        ),
    ],
)
def test_decided_by(state: State, expected: list[str | None]) -> None:
    assert [decided_by for _, _, _, decided_by in rows_of(score(state))] == expected
