"""docs/limits.md has the numbers that bound something as they are in the code."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \| (.+?) \|", re.MULTILINE)
ROWS = ROW.findall((ROOT / "docs/limits.md").read_text())
DEFINED = re.compile(r"^([A-Z_]+)(?:, ([A-Z_]+))*(?: = ([A-Z_]+))? = ", re.MULTILINE)
SECONDS = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}


def test_each_number_is_as_it_is_in_the_code() -> None:
    page = Counter((package, name, number(value)) for package, name, value in ROWS)
    assert page - Counter(defined()) == Counter()


def number(words: str) -> int | timedelta:
    count, _space, unit = words.partition(" ")
    value = int(count.replace(",", ""))
    return timedelta(seconds=value * SECONDS[unit.removesuffix("s")]) if unit else value


def defined() -> Iterator[tuple[str, str, int | timedelta]]:
    """Yield the package, name and value of each number that a module of scoring/ defines."""
    for path in (ROOT / "scoring").rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        for names in DEFINED.findall(path.read_text()):
            for name in filter(None, names):
                value = getattr(import_module(".".join(parts)), name)
                if isinstance(value, int | timedelta):
                    yield parts[1], name, value
