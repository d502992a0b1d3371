"""A score pad of Artem: the lengths that were claimed in a turn, in the order of its plays."""

import pytest

from games.artem.rules import Claim, State
from games.artem.sheet import SHEET
from scoring.sheets.contract import WrongCell

EMPTY = State(("Ida", "Joe"), variant="all-in", turns=())


@pytest.mark.parametrize(
    ("typed", "claims"),
    [
        ("4", (Claim(1, 4),)),
        ("- 2", (Claim(2, 2),)),
        ("02", (Claim(2, 2),)),
        ("2 - 3", (Claim(1, 2), Claim(3, 3))),
        ("5(teal)", (Claim(1, 5, "teal"),)),
        ("0", ()),
        ("–", ()),
    ],
)
def test_a_turn_is_read(typed: str, claims: tuple[Claim, ...]) -> None:
    assert SHEET.read(EMPTY, {"seat1": typed, "seat2": ""}) == (claims, None)


@pytest.mark.parametrize("typed", ["x", "4 x", "(teal)", "4(teal", "٤"])
def test_what_is_no_length_is_refused(typed: str) -> None:
    with pytest.raises(WrongCell) as refused:
        SHEET.read(EMPTY, {"seat2": typed})
    assert refused.value.column == "seat2"


def test_turns_after_the_last_cell_that_says_something_were_not_played() -> None:
    lines = [
        SHEET.read(EMPTY, {"seat1": one, "seat2": other}) for one, other in [("", ""), ("4", "")]
    ]
    assert [len(turn.claims) for turn in SHEET.fill(EMPTY, lines).turns] == [0, 0, 1]
