"""Read a workbook (.xlsx, .ods, .xls) from standard input, in a process of its own.

`workbooks.py` starts it. A small file may claim millions of cells or hold texts that unpack to
gigabytes."""

import json
import sys
from datetime import date, datetime, time, timedelta
from io import BytesIO

from scoring.background.limited_process import limit_this_process

MOST_ROWS, MOST_COLUMNS, MOST_LETTERS = 20_000, 200, 5_000_000
UNREADABLE, TOO_LARGE = 3, 4  # exit statuses


def main() -> int:
    limit_this_process()
    # Imported here, so that what it takes is limited as well.
    from python_calamine import (  # noqa: PLC0415
        CalamineError,
        SheetTypeEnum,
        SheetVisibleEnum,
        load_workbook,
    )

    try:
        workbook = load_workbook(BytesIO(sys.stdin.buffer.read()))
        names = [
            sheet.name
            for sheet in workbook.sheets_metadata
            if sheet.typ is SheetTypeEnum.WorkSheet and sheet.visible is SheetVisibleEnum.Visible
        ]
        sheets = [workbook.get_sheet_by_name(name) for name in names]
    except CalamineError:
        return UNREADABLE
    filled = [sheet for sheet in sheets if sheet.start is not None]
    if not filled:
        return UNREADABLE
    first = filled[0]
    if first.total_height > MOST_ROWS or first.total_width > MOST_COLUMNS:
        return TOO_LARGE
    rows = [[_text(cell) for cell in row] for row in first.to_python(skip_empty_area=False)]
    if sum(len(cell) for row in rows for cell in row) > MOST_LETTERS:
        return TOO_LARGE
    json.dump({"sheet": first.name, "sheets": len(filled), "rows": rows}, sys.stdout)
    return 0


def _text(cell: object) -> str:
    """Return a cell as somebody would type it; a formula is its value."""
    match cell:
        case bool():
            return "yes" if cell else "no"
        case datetime() | date():
            return cell.isoformat()[:10]
        case time():
            return f"{cell.hour}:{cell.minute:02}"
        case timedelta():
            minutes = int(cell.total_seconds()) // 60
            return f"{minutes // 60}:{minutes % 60:02}"
        case float() if cell.is_integer():
            return str(int(cell))
        case float():
            text = repr(cell)
            # With three decimals it would be taken for thousands.
            return f"{text}0" if len(text.partition(".")[2]) == 3 else text
    return str(cell)


if __name__ == "__main__":
    sys.exit(main())
