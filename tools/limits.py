"""Write the numbers of docs/limits.md as they are in the code: `make limits`."""

import re
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import django

PAGE = Path(__file__).parent.parent / "docs/limits.md"
ROW = re.compile(r"^\| `([\w.]+)` \| `(\w+)` \| (.+?) \|", re.MULTILINE)
UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


def main() -> None:
    django.setup()
    PAGE.write_text(with_numbers(PAGE.read_text()))


def with_numbers(page: str) -> str:
    """Return the page with the value that each of its rows has in the code."""
    return ROW.sub(_row, page)


def _row(row: re.Match[str]) -> str:
    module, name = row[1], row[2]
    value = getattr(import_module(f"scoring.{module}"), name)
    return f"| `{module}` | `{name}` | {in_words(value)} |"


def in_words(value: int | timedelta) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    seconds = round(value.total_seconds())
    unit, length = next(each for each in UNITS if seconds % each[1] == 0)
    count = seconds // length
    return f"{count} {unit}" if count == 1 else f"{count:,} {unit}s"


if __name__ == "__main__":
    main()
