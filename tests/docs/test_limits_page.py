"""docs/limits.md has the numbers that bound something as they are in the code."""

import re
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest

from scoring.models.uploads import PLAN_LIFETIME
from tools.limits import PAGE, ROW, in_words, with_numbers

ROOT = Path(__file__).parent.parent.parent
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


def test_it_has_the_numbers_of_the_code() -> None:
    """If not: `make limits`."""
    page = PAGE.read_text()
    assert with_numbers(page) == page


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (5_000, "5,000"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=36), "36 hours"),
        (timedelta(seconds=90), "90 seconds"),
    ],
)
def test_it_writes_them_for_people(value: int | timedelta, words: str) -> None:
    assert in_words(value) == words


def test_it_writes_what_changed() -> None:
    page = "| `models.uploads` | `PLAN_LIFETIME` | 1 hour | an import waits |"
    assert with_numbers(page) == page.replace("1 hour", in_words(PLAN_LIFETIME))


def test_each_number_that_bounds_something_is_on_a_page() -> None:
    others = re.findall(r"^\| `([A-Z_]+)` \|", OPERATIONS.read_text(), re.MULTILINE)
    known = {row[2] for row in ROW.finditer(PAGE.read_text())} | {*others, *NOT_LIMITS}
    bounds = {name for name in defined() if name.startswith(BOUNDS)}
    assert bounds - known == set()


def defined() -> Iterator[str]:
    """Yield the name of each number that a module of scoring/ defines."""
    for path in (ROOT / "scoring").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for names in DEFINED.findall(path.read_text()):
            for name in re.findall(r"[A-Z_]+", names):
                if isinstance(getattr(import_module(module), name), int | timedelta):
                    yield name
