"""Duplik: each way to break a ruling, where it is refused, and with which numbers."""

from enum import StrEnum
from typing import Any

import pytest

from games.duplik.rules import Refusal, State, score
from games.duplik.tests.builders import (
    ALL,
    NAMES,
    THREE,
    blank,
    check_refused,
    drawn,
    narrated,
    table,
)
from scoring.core.refusals import Code
from scoring.documents.scorer import shape_of
from scoring.registry import get_game

SHAPE = shape_of(get_game("duplik"))

SEATS = {"least": 3, "most": 6}


def within(number: int, least: int, most: int) -> dict[str, int]:
    return {"number": number, "least": least, "most": most}


@pytest.mark.parametrize(
    ("state", "where", "code", "values"),
    [
        pytest.param(
            State(NAMES[:2], rounds=()), "players", Code.PLAYER_COUNT, SEATS,
            id="R-D1: two are too few"
        ),
        pytest.param(
            State((*NAMES, "Gus"), rounds=()), "players", Code.PLAYER_COUNT, SEATS,
            id="R-D1: seven are too many",
        ),
        pytest.param(
            State(("Ada", "Bo", "Ada"), rounds=()), "players[2]", Code.NAME_TWICE, {"item": "Ada"},
            id="R-D1: two of one name",
        ),
        pytest.param(
            State(THREE, rounds=(), laps=0), "options.laps", Code.OUT_OF_RANGE, within(0, 1, 3),
            id="R-D4: no lap",
        ),
        pytest.param(
            State(THREE, rounds=(), laps=4), "options.laps", Code.OUT_OF_RANGE, within(4, 1, 3),
            id="R-D4: four laps",
        ),
        pytest.param(
            State(THREE, rounds=(), stopped=True), "stopped", Code.NOTHING_TO_STOP, {},
            id="R-3: stopped at once",
        ),
        pytest.param(
            narrated(3, "ABCA"), "rounds[3]", Code.AFTER_THE_END, {"number": 4},
            id="R-4: a fourth round after one lap of three",
        ),
        pytest.param(
            narrated(3, "ABCABCAB", laps=2), "rounds[6]", Code.AFTER_THE_END, {"number": 7},
            id="R-4: a seventh round after two laps, by its name",
        ),
        pytest.param(
            State(THREE, rounds=(*narrated(3, "ABC").rounds, drawn("Zed"))), "rounds[3]",
            Code.AFTER_THE_END, {"number": 4}, id="R-4: that comes first, whatever the round holds",
        ),
        pytest.param(
            narrated(3, "ABA"), "rounds[2].narrator", Refusal.NARRATED_ENOUGH,
            {"name": "Ada", "laps": 1}, id="R-D4: nobody narrates twice in one lap",
        ),
        pytest.param(
            narrated(3, "AABAC", laps=2), "rounds[3].narrator", Refusal.NARRATED_ENOUGH,
            {"name": "Ada", "laps": 2}, id="R-D4: nor three times in two",
        ),
        pytest.param(
            narrated(4, "BBBACDB", laps=3), "rounds[6].narrator", Refusal.NARRATED_ENOUGH,
            {"name": "Bo", "laps": 3}, id="R-D4: nor four times in three",
        ),
        pytest.param(
            table(drawn("Zed", Ada=(), Bo=(), Cy=())), "rounds[0].narrator",
            Code.UNKNOWN_PLAYER, {"name": "Zed"}, id="R-D1: nobody at the table narrates",
        ),
        pytest.param(
            table(drawn("Ada", 0, Bo=(), Cy=())), "rounds[0].super", Code.OUT_OF_RANGE,
            within(0, 1, 10), id="R-D2: there is no super criterion 0",
        ),
        pytest.param(
            table(blank(THREE, "Bo"), drawn("Ada", 11, Bo=(), Cy=())), "rounds[1].super",
            Code.OUT_OF_RANGE, within(11, 1, 10), id="R-D2: there is no super criterion 11",
        ),
    ],
)  # fmt: skip
def test_it_refuses_tables_and_rounds(
    state: State, where: str, code: StrEnum, values: dict[str, object]
) -> None:
    check_refused(lambda: score(state), where, code, values)


@pytest.mark.parametrize(
    ("state", "where", "code", "values"),
    [
        pytest.param(
            table(drawn("Ada", Bo=(), Cy=(), Zed=())), "rounds[0].sheets.Zed",
            Code.UNKNOWN_PLAYER, {"name": "Zed"}, id="R-D1: nobody at the table has a sheet",
        ),
        pytest.param(
            table(drawn("Ada", Ada=(), Bo=(), Cy=())), "rounds[0].sheets.Ada",
            Refusal.NARRATOR_DRAWS, {"name": "Ada"}, id="R-D1: the narrator has a sheet",
        ),
        pytest.param(
            table(drawn("Ada", Bo=())), "rounds[0].sheets", Refusal.MISSING_SHEET,
            {"names": ("Cy",)}, id="R-D1: one artist without a sheet",
        ),
        pytest.param(
            table(blank(THREE, "Bo"), drawn("Ada")), "rounds[1].sheets", Refusal.MISSING_SHEET,
            {"names": ("Bo", "Cy")}, id="R-D1: all artists without a sheet, in seat order",
        ),
        pytest.param(
            table(drawn("Ada", Bo=(0,), Cy=())), "rounds[0].sheets.Bo[0]", Code.OUT_OF_RANGE,
            within(0, 1, 10), id="R-D1: there is no criterion 0",
        ),
        pytest.param(
            table(drawn("Ada", Bo=(), Cy=(10, 11))), "rounds[0].sheets.Cy[1]", Code.OUT_OF_RANGE,
            within(11, 1, 10), id="R-D1: there is no criterion 11",
        ),
        pytest.param(
            table(drawn("Ada", Bo=(3, 5, 3), Cy=())), "rounds[0].sheets.Bo[2]",
            Code.LISTED_TWICE, {"item": 3}, id="R-D1: a criterion is met once",
        ),
        pytest.param(
            table(drawn("Ada", Bo=(*ALL, 1), Cy=())), "rounds[0].sheets.Bo[10]",
            Code.LISTED_TWICE, {"item": 1}, id="R-D1: there are no eleven",
        ),
    ],
)  # fmt: skip
def test_it_refuses_sheets(
    state: State, where: str, code: StrEnum, values: dict[str, object]
) -> None:
    check_refused(lambda: score(state), where, code, values)


A_ROUND: dict[str, Any] = {"narrator": "Ada", "super": 1, "sheets": {"Bo": [1], "Cy": []}}
DOCUMENT: dict[str, Any] = {
    "format": "scorefolio/session@1",
    "game": "duplik",
    "players": ["Ada", "Bo", "Cy"],
    "rounds": [A_ROUND],
}


@pytest.mark.parametrize(
    ("changed", "where", "code", "values"),
    [
        pytest.param(
            {"options": {"laps": 4}}, "options.laps", Code.OUT_OF_RANGE, within(4, 1, 3),
            id="R-D4: four laps",
        ),
        pytest.param(
            {"options": {"laps": True}}, "options.laps", Code.NOT_A_WHOLE_NUMBER, None,
            id="R-D4: laps are counted",
        ),
        pytest.param(
            {"edition": "retail"}, "edition", Code.UNKNOWN_KEY, {"key": "edition"},
            id="R-D1: it has no editions",
        ),
        pytest.param(
            {"rounds": [A_ROUND, A_ROUND]}, "rounds[1].narrator", Refusal.NARRATED_ENOUGH,
            {"name": "Ada", "laps": 1}, id="R-D4: nobody narrates twice in one lap",
        ),
        pytest.param(
            {"rounds": [{**A_ROUND, "super": 11}]}, "rounds[0].super", Code.OUT_OF_RANGE,
            within(11, 1, 10), id="R-D2: there is no super criterion 11",
        ),
        pytest.param(
            {"rounds": [{**A_ROUND, "sheets": {"Bo": [1, 1], "Cy": []}}]},
            "rounds[0].sheets.Bo[1]", Code.LISTED_TWICE, {"item": 1},
            id="R-D1: a criterion is met once",
        ),
        pytest.param(
            {"rounds": [{"narrator": "Ada", "sheets": {}}]}, "rounds[0]", Code.MISSING_KEY,
            {"key": "super"}, id="R-D2: a round has a super criterion",
        ),
        pytest.param(
            {"rounds": [{**A_ROUND, "sheets": {"Bo": None, "Cy": []}}]}, "rounds[0].sheets.Bo",
            Code.NOT_A_LIST, None, id="R-D1: a sheet is a list",
        ),
    ],
)  # fmt: skip
def test_it_refuses_documents(
    changed: dict[str, Any], where: str, code: StrEnum, values: dict[str, object] | None
) -> None:
    document = {**DOCUMENT, **changed}
    check_refused(lambda: score(SHAPE.parse(document)), where, code, values)
