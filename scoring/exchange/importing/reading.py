"""Find out what an uploaded or pasted file is, and read the results in it."""

import csv
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Lock

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from scoring.core.refusals import Refused
from scoring.documents.file_formats import Found, Unreadable, documents
from scoring.documents.scorer import explain
from scoring.documents.strict_json import NotJson, loads
from scoring.exchange.importing.bgstats import is_export, read_export
from scoring.exchange.importing.columns import column_of_players, table_of
from scoring.exchange.importing.entries import Choices, Entry, Parsed
from scoring.exchange.importing.tables import read_table
from scoring.exchange.importing.text import Row, UnreadableText, decode, table_rows
from scoring.exchange.importing.workbooks import (
    OLD_WORKBOOK,
    Sheet,
    is_workbook,
    read_workbook,
)
from scoring.sessions.name_matching import name_key

MOST_RESULTS = 3_000  # in one file
MOST_UNZIPPED = 10 * 1024**2  # bytes
MOST_MARKS = 1_000_000  # signs between values or cells, each of which takes far more memory
MARKS = ",;\t\n[{"
PATIENCE = 2  # seconds that a preview waits for another one
_reading = Lock()
ZIP_MARK = b"PK\x03\x04"
# What Python raises for archives that are cut, damaged or encrypted.
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
)
COMPRESSION = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # others may take any memory to read
LINES = (".ndjson", ".jsonl")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Read one file at a time in each process: what is read takes many times its size of memory.

    Raises Unreadable if another one takes long."""
    if not _reading.acquire(timeout=PATIENCE):
        raise Unreadable(_("Another file is being read right now. Try again in a moment."))
    try:
        yield
    finally:
        _reading.release()


def read_file(content: bytes, choices: Choices, players: Collection[str] = ()) -> Parsed:
    """Return the results of a file. Raises Unreadable, with a sentence about the whole file.

    `players`: the names of the group's players, by which columns of theirs are known."""
    parsed = _parsed_file(content, choices, {name_key(name) for name in players})
    if not parsed.entries and not parsed.skipped and not parsed.asks_game:
        raise Unreadable(_("This file has no results."))
    if (number := len(parsed.entries)) > MOST_RESULTS:
        sentence = _(
            "This file has %(number)s results, but an import can have at most %(most)s. Split"
            " the file."
        )
        raise Unreadable(sentence % {"number": number, "most": MOST_RESULTS})
    return parsed


def _parsed_file(content: bytes, choices: Choices, players: Collection[str]) -> Parsed:
    if content.startswith((ZIP_MARK, OLD_WORKBOOK)) and is_workbook(content):
        return _read_sheet(read_workbook(content), choices, players)
    if content.startswith(ZIP_MARK):
        name, content = _unzipped(content)
        _check_size(content.decode(errors="replace"))
        return _read_documents(name, content)
    try:
        text = decode(content).removeprefix("\ufeff").rstrip()
    except UnreadableText:
        raise Unreadable(
            _("This is neither a table nor a file of sessions. Choose another file.")
        ) from None
    if not text:
        raise Unreadable(_("This file is empty."))
    _check_size(text)
    if text.lstrip()[0] in "{[":
        return _read_json(text.strip(), choices)
    return _read_table(text, choices, players)


def _check_size(text: str) -> None:
    """Refuse a text of so many short values that they would fill the memory."""
    if sum(map(text.count, MARKS)) > MOST_MARKS:
        raise Unreadable(_("This file has too many values. Import it in parts."))


def _unzipped(content: bytes) -> tuple[str, bytes]:
    """Return the name and the content of the file of documents in an archive, as of a group."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            found = (each for each in archive.infolist() if each.filename.endswith(LINES))
            member = next((each for each in found if each.compress_type in COMPRESSION), None)
            sessions = archive.open(member).read(MOST_UNZIPPED + 1) if member else b""
    except DAMAGED:
        raise Unreadable(_("This archive is damaged or encrypted.")) from None
    if member is None:
        raise Unreadable(_("This archive has no file of sessions."))
    if len(sessions) > MOST_UNZIPPED:
        sentence = _("The sessions in this archive are larger than %(most)s. Import them in parts.")
        raise Unreadable(sentence % {"most": filesizeformat(MOST_UNZIPPED)})
    return member.filename, sessions


def is_export_file(path: Path) -> bool:
    """Return whether a file is an export of BG Stats."""
    try:
        return is_export(loads(decode(path.read_bytes())))
    except (NotJson, Refused, UnreadableText):
        return False


def _read_json(text: str, choices: Choices) -> Parsed:
    try:
        value = loads(text)
    except (NotJson, Refused):
        value = None
    if is_export(value):
        return read_export(value, choices)  # type: ignore[arg-type]
    return _read_documents("sessions.txt", text.encode())


def _read_documents(name: str, content: bytes) -> Parsed:
    try:
        found = documents(name, io.BytesIO(content))
        return _parsed(found)
    except NotJson as problem:
        sentence = _(
            "This file cannot be read as session documents, because it is not JSON: %(why)s."
        )
        raise Unreadable(sentence % {"why": problem}) from None


def _parsed(found: Iterator[Found]) -> Parsed:
    first = [entry_of(number, value) for number, value in enumerate(islice(found, MOST_RESULTS), 1)]
    if more := sum(1 for _value in found):
        first += [Entry(None)] * more  # to be counted, and refused
    return Parsed(_("session documents"), first, rows="document")


def entry_of(number: int, value: Found) -> Entry:
    """Return a document of a file as a result of it, or why it is none."""
    if isinstance(value, NotJson):
        return Entry(None, (number,), problem=_("This is not JSON: %(why)s.") % {"why": value})
    if isinstance(value, Refused):
        return Entry(None, (number,), problem=explain(value, None))
    return Entry(value, (number,))


def _read_sheet(sheet: Sheet, choices: Choices, players: Collection[str]) -> Parsed:
    parsed = _read_rows(sheet.rows, choices, players)
    if sheet.sheets == 1:
        return parsed
    named = _("%(format)s: the sheet “%(name)s”, the first of %(number)d")
    values = {"format": parsed.format, "name": sheet.name[:60], "number": sheet.sheets}
    return replace(parsed, format=named % values)


def _read_table(text: str, choices: Choices, players: Collection[str]) -> Parsed:
    try:
        rows = table_rows(text)
    except csv.Error as problem:
        raise Unreadable(_("it is not CSV: %(why)s") % {"why": problem}) from None
    return _read_rows(rows, choices, players)


def _read_rows(rows: Sequence[Row], choices: Choices, players: Collection[str]) -> Parsed:
    table = table_of(rows, choices.columns, players)
    if table is None:
        raise Unreadable(
            _(
                "None of the rows names the columns, such as date, game, player and points. Add"
                " such a row above the others."
            )
        )
    return read_table(table, choices)


def names_of(text: str) -> list[str]:
    """Return the names of a pasted list, one a line or with commas between them."""
    parts = re.split(r"[\n,;\t]", text)
    return list(dict.fromkeys(filter(None, (name.strip() for name in parts))))


def read_names(content: bytes) -> list[str]:
    """Return the names of a file: of its column of players, or all that is in it."""
    try:
        text = decode(content).removeprefix("\ufeff")
        rows = table_rows(text)
    except (UnreadableText, csv.Error):
        raise Unreadable(_("This is not a list of names. Choose another file.")) from None
    column = column_of_players(rows[0].cells) if rows else None
    if column is None:
        return names_of(text)
    cells = [row.cells[column] for row in rows[1:] if column < len(row.cells)]
    return list(dict.fromkeys(filter(None, cells)))
