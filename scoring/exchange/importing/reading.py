"""Find out what an uploaded or pasted file is, and read the results in it."""

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from itertools import islice

from django.utils.translation import gettext as _

from scoring.core.refusals import Refused
from scoring.documents.file_formats import Found, Unreadable, documents
from scoring.documents.scorer import explain
from scoring.documents.spreadsheet import COLUMNS, NotATable
from scoring.documents.strict_json import NotJson, loads
from scoring.exchange.importing.bgstats import is_export, read_export
from scoring.exchange.importing.entries import Choices, Entry, Parsed
from scoring.exchange.importing.tables import read_table, table_of
from scoring.exchange.importing.text import UnreadableText, decode, table_rows

MOST_RESULTS = 3_000  # in one file
MOST_UNZIPPED = 50 * 1024**2  # bytes
ZIP_MARK = b"PK\x03\x04"
OF_DOCUMENTS = (".ndjson", ".jsonl", ".json")


def read_file(content: bytes, choices: Choices) -> Parsed:
    """Return the results of a file. Raises Unreadable, with a sentence about the whole file."""
    if content.startswith(ZIP_MARK):
        name, content = _unzipped(content)
        return _read_documents(name, content)
    try:
        text = decode(content).strip("\ufeff\n\r ")
    except UnreadableText:
        raise Unreadable(_("This is neither a table nor a file of sessions.")) from None
    if not text:
        raise Unreadable(_("There is nothing in this file."))
    parsed = _read_json(text) if text[0] in "{[" else _read_table(text, choices)
    if not parsed.entries and not parsed.skipped and not parsed.asks_game:
        raise Unreadable(_("There is no result in this file."))
    if len(parsed.entries) > MOST_RESULTS:
        sentence = _("This file has more than %(most)s results; import it in parts.")
        raise Unreadable(sentence % {"most": MOST_RESULTS})
    return parsed


def _unzipped(content: bytes) -> tuple[str, bytes]:
    """Return the file of documents in an archive, such as the one of a group."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for member in archive.infolist():
                if member.filename.endswith(OF_DOCUMENTS[:2]):
                    if member.file_size > MOST_UNZIPPED:
                        break
                    with archive.open(member) as file:
                        return member.filename, file.read(MOST_UNZIPPED)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError):
        pass
    raise Unreadable(_("There is no file of sessions in this archive."))


def _read_json(text: str) -> Parsed:
    try:
        value = loads(text)
    except (NotJson, Refused):
        value = None
    if is_export(value):
        return read_export(value)  # type: ignore[arg-type]
    return _read_documents("sessions.txt", text.encode())


def _read_documents(name: str, content: bytes) -> Parsed:
    try:
        found = documents(name, io.BytesIO(content))
        return _parsed(islice(found, MOST_RESULTS + 1))
    except NotJson as problem:
        sentence = _(
            "There are no session documents in this file, because it is not JSON: %(why)s."
        )
        raise Unreadable(sentence % {"why": problem}) from None
    except NotATable as problem:
        raise Unreadable(str(problem)) from None


def _parsed(found: Iterable[Found]) -> Parsed:
    return Parsed(_("session documents"), [_entry(value) for value in found])


def _entry(value: Found) -> Entry:
    if isinstance(value, NotJson):
        return Entry(None, problem=_("This is not JSON: %(why)s.") % {"why": value})
    if isinstance(value, Refused):
        return Entry(None, problem=explain(value, None))
    return Entry(value)


def _read_table(text: str, choices: Choices) -> Parsed:
    try:
        rows = table_rows(text)
    except csv.Error as problem:
        raise Unreadable(_("it is not CSV: %(why)s") % {"why": problem}) from None
    heading = {cell.lower() for cell in rows[0]} if rows else set()
    if set(COLUMNS) <= heading:
        return _read_documents("sessions.csv", text.encode())
    table = table_of(rows)
    if table is None:
        sentence = _(
            "The first row has to name the columns, such as date, game, player and points."
        )
        raise Unreadable(sentence)
    return read_table(table, choices)


def names_of(rows: Sequence[str]) -> list[str]:
    """Return the names of a pasted list, one a line or with commas between them."""
    names = [name.strip() for row in rows for name in row.replace(";", ",").split(",")]
    return list(dict.fromkeys(filter(None, names)))
