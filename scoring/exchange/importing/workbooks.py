"""Read the rows of a workbook: .xlsx, .ods or .xls."""

import json
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from scoring.documents.file_formats import Unreadable
from scoring.exchange.importing.text import Row, numbered_rows
from scoring.exchange.importing.workbook_process import MOST_COLUMNS, MOST_ROWS, TOO_LARGE

OLD_WORKBOOK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PARTS = {"xl/workbook.xml", "xl/workbook.bin", "content.xml"}  # of which workbooks have one
MOST_UNPACKED = 100 * 1024**2  # bytes
PATIENCE = 20  # seconds


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
        done = subprocess.run(
            [sys.executable, "-m", "scoring.exchange.importing.workbook_process"],
            input=content,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd=Path(settings.BASE_DIR),
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(_too_large()) from None
    if done.returncode == 0:
        value = json.loads(done.stdout)
        return Sheet(value["sheet"], value["sheets"], numbered_rows(value["rows"]))
    if done.returncode == TOO_LARGE or done.returncode < 0:
        raise Unreadable(_too_large())
    raise Unreadable(
        _("This workbook is damaged, empty or has a password. Save its sheet as CSV instead.")
    )


def _too_large() -> str:
    most = {"rows": MOST_ROWS, "columns": MOST_COLUMNS}
    sentence = _(
        "The first sheet of this workbook has more than %(rows)d rows or %(columns)d columns, or"
        " far too much text. Import it in parts."
    )
    return sentence % most
