"""A score pad of #ARTBOX: seat numbers for the order of finishing, broken drawings and guesses."""

from dataclasses import replace

import pytest

from games.artbox.rules import Round, State, score
from games.artbox.sheet import SHEET
from scoring.sheets.contract import WrongCell

EMPTY = State(("Ida", "Joe", "Kim"), rounds=())


def read(**cells: str) -> Round:
    return SHEET.read(EMPTY, {"finish": "3 1 2", **cells})


def test_a_round_is_read() -> None:
    round = read(invalid="2", seat1="2 3 3", seat2="0", seat3="12", dice="1 1 4 2")
    assert round.finish == ("Kim", "Ida", "Joe")
    assert round.invalid == ("Joe",)
    assert round.guesses == {"Ida": {"Joe": 1, "Kim": 2}, "Joe": {}, "Kim": {"Ida": 1, "Joe": 1}}
    assert round.dice == ("circle", "circle", "line", "square")


def test_it_scores_as_the_table_counted() -> None:
    """Kim's drawings were guessed twice, Joe's are broken; Ida has the better sheet of the rest."""
    state = SHEET.fill(EMPTY, [read(invalid="2", seat1="2 3 3", seat3="12")])
    tokens = score(state).details["tokens"]
    assert [sum(tokens[name].values()) for name in EMPTY.players] == [1, 0, 1]  # type: ignore[arg-type]


def test_a_simplified_round_has_no_order() -> None:
    state = replace(EMPTY, variant="simplified")
    assert [column.key for column in SHEET.columns(state)] == ["seat1", "seat2", "seat3", "dice"]
    assert SHEET.read(state, {"seat1": "2"}).finish is None


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        ("finish", {"finish": "3 1 9"}),
        ("finish", {"finish": "Ida"}),
        ("invalid", {"invalid": "4"}),
        ("seat2", {"seat2": "x"}),
        ("dice", {"dice": "1 2 3"}),
        ("dice", {"dice": "1 2 3 5"}),
    ],
)
def test_what_cannot_be_read_is_refused_in_its_cell(column: str, cells: dict[str, str]) -> None:
    with pytest.raises(WrongCell) as refused:
        read(**cells)
    assert refused.value.column == column
