"""Rows that are derived from the fields of a State, and the row that a refusal is about."""

from games.artem import models as artem
from games.artem.rules import Claim, Turn
from games.artem.rules import State as ArtemState
from games.artem.store import STORE as ARTEM
from games.duplik import models as duplik
from games.duplik.rules import Round
from games.duplik.rules import State as DuplikState
from games.duplik.store import STORE as DUPLIK
from scoring.models.rows import Row, Sitting

SITTING = Sitting({"Ana": 11, "Ben": 12, "Cy": 13}, stopped=True)
TURNS = (Turn("Ana", ()), Turn("Ben", (Claim(2, 4, "teal"), Claim(4, 6))))
CLAIMED = ArtemState(("Ana", "Ben", "Cy"), turns=TURNS, variant="all-in", stopped=True)
SHEETS = {"Cy": (4, 1), "Ben": ()}
DRAWN = DuplikState(("Ana", "Ben", "Cy"), rounds=(Round("Ana", 4, SHEETS, "Sea"),), stopped=True)


def test_it_makes_rows_of_entries_by_their_number_or_by_a_field_of_theirs() -> None:
    assert ARTEM.to_rows(CLAIMED, SITTING) == {
        artem.Setup: {(): ("all-in", "", "")},
        artem.Turn: {(1,): (11,), (2,): (12,)},
        artem.Claim: {(2, 2): (4, "teal"), (2, 4): (6, "")},
    }


def test_it_makes_rows_of_players_and_of_plain_values_with_their_places() -> None:
    assert DUPLIK.to_rows(DRAWN, SITTING) == {
        duplik.Setup: {},
        duplik.Round: {(1,): (11, 4, "Sea")},
        duplik.Sheet: {(1, 13): (), (1, 12): ()},
        duplik.Check: {(1, 13, 4): (0,), (1, 13, 1): (1,)},
    }


def test_it_reads_entries_in_the_order_of_their_keys() -> None:
    rows: dict[type, dict[Row, Row]] = {
        artem.Setup: {(): ("all-in", "", "")},
        artem.Turn: {(2,): (12,), (1,): (11,)},
        artem.Claim: {(2, 4): (6, ""), (2, 2): (4, "teal")},
    }
    assert ARTEM.from_rows(rows, SITTING) == CLAIMED


def test_it_reads_plain_values_in_the_order_of_their_places() -> None:
    rows: dict[type, dict[Row, Row]] = {
        duplik.Setup: {},
        duplik.Round: {(1,): (11, 4, "Sea")},
        duplik.Sheet: {(1, 13): (), (1, 12): ()},
        duplik.Check: {(1, 13, 1): (1,), (1, 13, 4): (0,)},
    }
    read = DUPLIK.from_rows(rows, SITTING)
    assert read == DRAWN
    assert list(read.rounds[0].sheets) == ["Cy", "Ben"]
