"""Read what spreadsheets write: encodings, separators, days and numbers."""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
EMPTY = {"", "-", "–", "—", "/", ".", "n/a", "na"}  # of somebody who did not play
UNITS = ("points", "point", "pts.", "pts", "pt.", "pt", "p.", "p")  # none ends with another one
WHOLE = re.compile(r"(\d{1,6})(?:[.,]0{1,20})?", re.ASCII)
GROUPED = re.compile(r"\d{1,3}(?:[ '\u2019]\d{3}){1,2}", re.ASCII)
THOUSANDS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}", re.ASCII)
DECIMAL = re.compile(r"\d{1,12}[.,]\d{1,12}", re.ASCII)
NEGATIVE = re.compile(r"[-\u2212\u2013]\s?\d{1,12}(?:[.,]\d{1,12})?", re.ASCII)
A_DECIMAL = re.compile(r"\d[.,](?:\d{1,2}|\d{4,20})(?!\d)", re.ASCII)
NO_DIGITS = re.compile(r"\D", re.ASCII)
BLANKS = re.compile("[\u00a0\u2009\u202f]")


class DateOrder(StrEnum):
    DAY_FIRST = "dmy"
    MONTH_FIRST = "mdy"


class Misread(StrEnum):
    """Why a cell is no number of points."""

    NO_NUMBER = "no-number"
    DECIMAL = "decimal"
    NEGATIVE = "negative"


@dataclass(frozen=True, slots=True)
class Number:
    """Hold what was read of a cell. `is_guess`: a point or comma was taken for a thousand's."""

    value: int | None = None
    is_guess: bool = False
    problem: Misread | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Hold the cells of a row, with its number in the file as a spreadsheet shows it."""

    number: int
    cells: Sequence[str]


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


def table_rows(text: str) -> list[Row]:
    """Return the cells of a table, whatever separates them; rows without any text are left out.

    Each has its number in a spreadsheet. Raises csv.Error."""
    lines = text.splitlines(keepends=True)
    if lines and lines[0].lower().startswith("sep="):  # for Excel, which shows no such row
        return _rows("".join(lines[1:]), lines[0].strip()[4:5] or ",")
    heading = next((line for line in lines if any(map(str.isalnum, line))), "")
    return _rows(text, max(SEPARATORS, key=heading.count))


def _rows(text: str, separator: str) -> list[Row]:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    return numbered_rows(rows)


def numbered_rows(rows: Iterable[Sequence[str]]) -> list[Row]:
    stripped = ([cell.strip() for cell in row] for row in rows)
    return [Row(number, cells) for number, cells in enumerate(stripped, 1) if any(cells)]


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


def read_number(cell: str, *, has_decimals: bool = False) -> Number:
    """Return a whole number: 12, 12,0, 1 234, "12 pts" or a sum as in 3+20+5.

    A point or comma before three digits is that of a thousand, unless the column has decimals."""
    if len(cell) > LONGEST_FIGURE:
        return Number(problem=Misread.NO_NUMBER)
    text = BLANKS.sub(" ", cell).strip().lower()
    unit = next((unit for unit in UNITS if text.endswith(unit)), "")
    parts = [part.strip() for part in text.removesuffix(unit).split("+")]
    total, is_guess = 0, False
    for part in parts:
        if GROUPED.fullmatch(part):
            total += int(NO_DIGITS.sub("", part))
        elif THOUSANDS.fullmatch(part) and not has_decimals:
            total, is_guess = total + int(NO_DIGITS.sub("", part)), True
        elif match := WHOLE.fullmatch(part):
            total += int(match[1])
        else:
            return Number(problem=_misread(part))
    return Number(total, is_guess)


def _misread(part: str) -> "Misread":
    if NEGATIVE.fullmatch(part):
        return Misread.NEGATIVE
    return Misread.DECIMAL if DECIMAL.fullmatch(part) else Misread.NO_NUMBER


def has_decimals(cells: Iterable[str]) -> bool:
    """Return whether a column has numbers with a point or a comma that is none of thousands."""
    return any(A_DECIMAL.search(cell[:LONGEST_FIGURE]) for cell in cells)
