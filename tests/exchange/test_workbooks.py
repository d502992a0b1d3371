"""Workbooks are read as the table that their first sheet is, with so much memory and time."""

from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from scoring.documents.file_formats import Unreadable
from scoring.exchange.importing.entries import Choices, Parsed
from scoring.exchange.importing.reading import read_file
from scoring.exchange.importing.workbooks import MOST_UNPACKED
from tests.builders.workbooks import MAIN, Cell, ods, packed, sheet_xml, xlsx

Rows = list[list[Cell]]
HEADING: list[Cell] = ["Datum", "Spiel", "Anna", "Ben", "Summe"]


def read(content: bytes) -> Parsed:
    return read_file(content, Choices())


def results(parsed: Parsed) -> list[Any]:
    return [
        (
            entry.rows,
            entry.problem,
            entry.value["played_on"],  # type: ignore[index]
            [(player["name"], player.get("points")) for player in entry.value["players"]],  # type: ignore[index]
        )
        for entry in parsed.entries
    ]


def test_a_workbook_of_excel_is_read_with_days_and_values_of_formulas() -> None:
    """Day 45717 of a spreadsheet is 1 March 2025."""
    rows: Rows = [
        ["Unsere Abende"],
        [],
        HEADING,
        [("day", "45717"), "Canvas", 30, ("formula", "28"), 58],
        [("day", "45718"), "Canvas", 9.5, 28, 37.5],
        [("day", "45719"), "Canvas", 1.234, 28, 29.234],
    ]
    first, second, third = results(read(xlsx(rows)))
    assert first == ((4,), "", "2025-03-01", [("Anna", 30), ("Ben", 28)])
    assert second[:2] == ((5,), "row 5, Anna: “9.5”. These games only have whole points.")
    assert third[:2] == ((6,), "row 6, Anna: “1.234”. These games only have whole points.")


def test_a_workbook_of_libreoffice_is_read() -> None:
    rows: Rows = [HEADING, [("day", "2025-03-01"), "Canvas", 30, 28, 58]]
    assert results(read(ods(rows))) == [
        ((2,), "", "2025-03-01", [("Anna", 30), ("Ben", 28)]),
    ]


def test_the_first_sheet_with_anything_in_it_is_named_if_there_are_more() -> None:
    rows: Rows = [HEADING, [("day", "45717"), "Canvas", 30, 28, 58]]
    parsed = read(xlsx([], rows, rows))
    assert str(parsed.format).endswith(": the sheet “S2”, the first of 2")


FAR = f'<worksheet xmlns="{MAIN}"><sheetData>' + "".join(
    f'<row r="{row}"><c r="{column}{row}"><v>1</v></c></row>'
    for column, row in (("A", 1), ("XFD", 1_048_576))
)


def with_sheet(text: str) -> bytes:
    """Return a workbook whose only sheet is this text."""
    return _replaced(xlsx([HEADING]), "xl/worksheets/s1.xml", text)


def _replaced(content: bytes, name: str, text: str) -> bytes:
    with ZipFile(BytesIO(content)) as archive:
        parts = {part: archive.read(part).decode() for part in archive.namelist()}
    return packed(**{**parts, name: text})


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(
            with_sheet(FAR + "</sheetData></worksheet>"), "The first sheet", id="two far cells"
        ),
        pytest.param(
            with_sheet(" " * (MOST_UNPACKED + 1)), "The first sheet", id="much when unpacked"
        ),
        pytest.param(with_sheet("<worksheet"), "This workbook is damaged", id="damaged"),
        pytest.param(xlsx([]), "This workbook is damaged, empty", id="empty"),
        pytest.param(
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "This workbook is damaged", id="old"
        ),
        pytest.param(
            with_sheet(sheet_xml([["date"], *[["x" * 30_000]] * 200])),
            "The first sheet",
            id="long texts",
        ),
    ],
)
def test_a_workbook_that_cannot_be_read_says_why(content: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(content)
    assert str(refused.value).startswith(sentence)
