"""Read the rows of a workbook: .xlsx, .ods or .xls."""

import json
import zipfile
from dataclasses import dataclass
from io import BytesIO

from django.utils.translation import gettext as _

from scoring.background.limited_process import ProcessFailed, TookTooMuch, run_limited
from scoring.documents.file_formats import Unreadable
from scoring.exchange.importing.text import Row, numbered_rows
from scoring.exchange.importing.workbook_process import MOST_COLUMNS, MOST_ROWS, TOO_LARGE

OLD_WORKBOOK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PARTS = {"xl/workbook.xml", "xl/workbook.bin", "content.xml"}  # of which workbooks have one
MOST_UNPACKED = 100 * 1024**2  # bytes


@dataclass(frozen=True, slots=True)
class Sheet:
    """Hold the first sheet of a workbook that has anything in it, of so many."""

    name: str
    sheets: int
    rows: list[Row]


def is_workbook(content: bytes) -> bool:
    if content.startswith(OLD_WORKBOOK):
        return True
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return bool(PARTS & {*archive.namelist()})
    except (zipfile.BadZipFile, ValueError, OSError):
        return False


def read_workbook(content: bytes) -> Sheet:
    """Return the rows of a workbook. Raises Unreadable, also if it would fill the memory."""
    if not content.startswith(OLD_WORKBOOK):
        with zipfile.ZipFile(BytesIO(content)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
        if unpacked > MOST_UNPACKED:
            raise Unreadable(_too_large())
    try:
        value = json.loads(run_limited("scoring.exchange.importing.workbook_process", content))
    except TookTooMuch:
        raise Unreadable(_too_large()) from None
    except ProcessFailed as failed:
        if failed.status == TOO_LARGE:
            raise Unreadable(_too_large()) from None
        raise Unreadable(
            _("This workbook is damaged, empty or has a password. Save its sheet as CSV instead.")
        ) from None
    return Sheet(value["sheet"], value["sheets"], numbered_rows(value["rows"]))


def _too_large() -> str:
    most = {"rows": MOST_ROWS, "columns": MOST_COLUMNS}
    sentence = _(
        "The first sheet of this workbook has more than %(rows)d rows or %(columns)d columns, or"
        " far too much text. Import it in parts."
    )
    return sentence % most
