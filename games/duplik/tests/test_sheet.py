"""A score pad of Duplik: the narrator, the super criterion, and the criteria of each artist."""

import pytest

from games.duplik.rules import Round, State
from games.duplik.sheet import SHEET
from scoring.sheets.contract import WrongCell

EMPTY = State(("Ana Adler", "Ben", "Ánna"), rounds=())


def read(**cells: str) -> Round:
    return SHEET.read(EMPTY, {"narrator": "2", "super": "7", "seat1": "1", "seat3": "0", **cells})


@pytest.mark.parametrize(
    ("typed", "met"),
    [
        ("1 3 4 7 10", (1, 3, 4, 7, 10)),
        ("134710", (1, 3, 4, 7, 10)),
        ("10,1", (10, 1)),
        ("110", (1, 10)),
        ("0", ()),
        ("-", ()),
    ],
)
def test_criteria_are_read_with_and_without_blanks(typed: str, met: tuple[int, ...]) -> None:
    assert read(seat1=typed).sheets["Ana Adler"] == met


@pytest.mark.parametrize("typed", ["2", "ben", "BEN", "be", " Ben "])
def test_the_narrator_is_a_seat_or_a_name(typed: str) -> None:
    assert read(narrator=typed).narrator == "Ben"


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        pytest.param("narrator", {"narrator": "4"}, id="no such seat"),
        pytest.param("narrator", {"narrator": "an"}, id="two names begin so"),
        pytest.param("narrator", {"narrator": ""}, id="nobody"),
        pytest.param("super", {"super": ""}, id="no super criterion"),
        pytest.param("super", {"super": "x"}, id="no number"),
        pytest.param("seat1", {"seat1": ""}, id="a drawing about which nothing is said"),
        pytest.param("seat1", {"seat1": "1 x"}, id="a letter"),
        pytest.param("seat2", {"seat2": "1"}, id="the narrator draws nothing"),
    ],
)
def test_what_cannot_be_read_is_refused_in_its_cell(column: str, cells: dict[str, str]) -> None:
    with pytest.raises(WrongCell) as refused:
        read(**cells)
    assert refused.value.column == column
