"""Days and times are written in the formats of the language, which are named and never spelt."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.formats import date_format

from config.formats.en import formats as english
from config.formats.fr import formats as french

ROOT = Path(__file__).parents[2]
NAMES = {name for name in vars(english) if name.endswith("_FORMAT")}
MACHINE = {"c", "j", "Y-m-d", r"Y-m-d\TH:i\Z", r"Y-m-d\TH:i:s\Z"}  # for `datetime`; "j": a number
IN_TEMPLATES = re.compile(r"""\|(?:date|time):\s*([^\s|}%]+)""")
IN_PYTHON = re.compile(r"""\b(?:date_format|time_format)\((?:[^()]|\([^()]*\))*?,\s*([^(),]+)\)""")
NUMBERS = re.compile(r"""strftime|%B|%b\b|%-d""")


def sources(*suffixes: str) -> Iterator[Path]:
    for folder in ("scoring", "games", "templates"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in suffixes and "tests" not in path.parts and path.is_file():
                yield path


def test_every_format_is_one_of_both_languages() -> None:
    asked = [
        (str(path.relative_to(ROOT)), said.strip("\"'"))
        for suffixes, pattern in (((".html", ".txt"), IN_TEMPLATES), ((".py",), IN_PYTHON))
        for path in sources(*suffixes)
        for said in pattern.findall(path.read_text())
    ]
    assert len(asked) > 30
    assert [each for each in asked if each[1] not in NAMES | MACHINE] == []
    assert {name for name in vars(french) if name.endswith("_FORMAT")} == NAMES


def test_python_names_no_months_itself() -> None:
    assert [str(path) for path in sources(".py") if NUMBERS.search(path.read_text())] == []


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", ("1 March 2026, 09:05", "Sunday 1 March, 09:05", "1 Mar 2026", "March 2026")),
        ("fr", ("1 mars 2026, 09:05", "dimanche 1 mars, 09:05", "1 mars 2026", "mars 2026")),
    ],
)
def test_both_languages_write_them_alike(language: str, says: tuple[str, ...]) -> None:
    at = datetime(2026, 3, 1, 9, 5, tzinfo=UTC)
    names = ("DATETIME_FORMAT", "EVENING_TIME_FORMAT", "SHORT_DATE_FORMAT", "YEAR_MONTH_FORMAT")
    with translation.override(language):
        assert tuple([date_format(at, name).lower() for name in names]) == tuple(
            [each.lower() for each in says]
        )
