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
DEFINED = re.compile(r"^((?:[A-Z_]+(?:, | = ))+)", re.MULTILINE)
OPERATIONS = ROOT / "docs/operations.md"
BOUNDS = ("MOST_", "LONGEST_", "LEAST_", "HIGHEST_")
NOT_LIMITS = {
    "LEAST_PLAYERS": "a rule: L-1",
    "MOST_DECIMALS": "a rule: L-6",
    "MOST_WHO_SHARE": "a rule of the wording",
    "MOST_DIFFERENCES": "how documents are stored",
    "LEAST_PEOPLE": "of the made-up group",
    "MOST_CORRECTIONS": "of the made-up group",
}
SECONDS = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}


def test_each_number_is_as_it_is_in_the_code() -> None:
    page = Counter((package, name, number(value)) for package, name, value in ROWS)
    assert page - Counter(defined()) == Counter()


def test_each_number_that_bounds_something_is_on_a_page() -> None:
    others = re.findall(r"^\| `([A-Z_]+)` \|", OPERATIONS.read_text(), re.MULTILINE)
    known = {name for _package, name, _value in ROWS} | {*others, *NOT_LIMITS}
    bounds = {name for _package, name, _value in defined() if name.startswith(BOUNDS)}
    assert bounds - known == set()


def number(words: str) -> int | timedelta:
    count, _space, unit = words.partition(" ")
    value = int(count.replace(",", ""))
    return timedelta(seconds=value * SECONDS[unit.removesuffix("s")]) if unit else value


def defined() -> Iterator[tuple[str, str, int | timedelta]]:
    """Yield the package, name and value of each number that a module of scoring/ defines."""
    for path in (ROOT / "scoring").rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        for names in DEFINED.findall(path.read_text()):
            for name in re.findall(r"[A-Z_]+", names):
                value = getattr(import_module(".".join(parts)), name)
                if isinstance(value, int | timedelta):
                    yield parts[1], name, value
