"""What spreadsheets write: encodings, separators, days and numbers."""

import codecs
import csv
import io
import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SEPARATORS = ",;\t"
YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
YEAR_LAST = re.compile(r"(\d{1,2})([-/.])\s?(\d{1,2})[-/.]\s?(\d{4}|\d{2})\b")
CENTURY = 2000
MONTHS = 12
LONGEST_FIGURE = 40  # letters of a cell that may be a day or a number
UNITS = ("points", "point", "pts.", "pts", "pt.", "pt", "p.", "p")  # none ends with another one
NUMBER = re.compile(r"(\d{1,6})(?:[.,]0+)?")


class DateOrder(StrEnum):
    DAY_FIRST = "dmy"
    MONTH_FIRST = "mdy"


class UnreadableText(Exception):
    """Raised for bytes that are no text in any encoding that spreadsheets write."""


def decode(content: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, with or without a mark, or else cp1252."""
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return _decoded(content, encoding)
    if encoding := _utf16_without_mark(content):
        return _decoded(content, encoding)
    try:
        return content.decode()
    except UnicodeDecodeError:
        return _decoded(content, "cp1252")


def _utf16_without_mark(content: bytes) -> str:
    """Return the encoding whose every other byte is zero in Western text, if this is it."""
    start = content[:200]
    if len(start) < 4 or 0 not in start:
        return ""
    return "utf-16-le" if start[1::2].count(0) > start[::2].count(0) else "utf-16-be"


def _decoded(content: bytes, encoding: str) -> str:
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableText from None
    if "\0" in text:
        raise UnreadableText
    return text


def table_rows(text: str) -> list[list[str]]:
    """Return the cells of a table, whatever separates them; rows without any text are left out.

    Raises csv.Error."""
    lines = text.splitlines(keepends=True)
    if lines and lines[0].lower().startswith("sep="):  # for Excel
        return _rows("".join(lines[1:]), lines[0].strip()[4:5] or ",")
    heading = lines[0] if lines else ""
    return _rows(text, max(SEPARATORS, key=heading.count))


def _rows(text: str, separator: str) -> list[list[str]]:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    stripped = ([cell.strip() for cell in row] for row in rows)
    return [row for row in stripped if any(row)]


def date_order(cells: Iterable[str]) -> DateOrder | None:
    """Return whether days or months come first in these dates; None if both are possible.

    With points, as in 31.12.2025, the day is first in every country that writes them."""
    undecided = False
    for cell in cells:
        match = YEAR_LAST.match(cell) if len(cell) <= LONGEST_FIGURE else None
        if match is None:
            continue
        first, sign, second = int(match[1]), match[2], int(match[3])
        if first > MONTHS or sign == ".":
            return DateOrder.DAY_FIRST
        if second > MONTHS:
            return DateOrder.MONTH_FIRST
        undecided = undecided or first != second
    return None if undecided else DateOrder.DAY_FIRST


def read_date(cell: str, order: DateOrder) -> date | None:
    """Return the day of a cell; None for what is none. A time after it is left out."""
    if len(cell) > LONGEST_FIGURE:
        return None
    if match := YEAR_FIRST.match(cell):
        return _date(int(match[1]), int(match[2]), int(match[3]))
    match = YEAR_LAST.match(cell)
    if match is None:
        return None
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    year += CENTURY if year < 100 else 0
    day_first = order is DateOrder.DAY_FIRST
    return _date(year, second, first) if day_first else _date(year, first, second)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def read_number(cell: str) -> int | None:
    """Return a whole number: 12, 12.0, "12 pts" or a sum as in 3+20+5; None for anything else."""
    if len(cell) > LONGEST_FIGURE:
        return None
    text = cell.replace("\u00a0", " ").strip().lower()
    unit = next((unit for unit in UNITS if text.endswith(unit)), "")
    parts = text.removesuffix(unit).split("+")
    numbers = [NUMBER.fullmatch(part.strip()) for part in parts]
    if not all(numbers):
        return None
    return sum(int(number[1]) for number in numbers if number)
