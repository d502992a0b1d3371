"""The list of what runs on both databases is about tests that exist."""

from fnmatch import filter as matching
from pathlib import Path

import pytest

from tests.databases import ON_BOTH, runs_on_both

ROOT = Path(__file__).parent.parent
FILES = [
    str(path.relative_to(ROOT))
    for folder in ("tests", "games")
    for path in (ROOT / folder).rglob("test_*.py")
]


@pytest.mark.parametrize("names", ON_BOTH)
def test_each_line_names_files(names: str) -> None:
    file, python, _test = names.partition(".py")
    assert matching(FILES, file + python)


@pytest.mark.parametrize("package", ["models", "sessions", "totals", "permissions", "exchange"])
def test_a_package_whose_queries_decide_results_is_whole(package: str) -> None:
    files = matching(FILES, f"tests/{package}/*")
    assert files
    assert all(map(runs_on_both, files))
