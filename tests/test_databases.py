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


@pytest.mark.parametrize(
    ("name", "both"),
    [
        ("tests/web/test_access.py::test_everybody_may[owner]", True),
        ("tests/web/test_access.py::test_everybody_may[other owner]", False),
        ("tests/web/test_access.py::test_a_table_allows[closed-owner]", False),
        ("tests/models/test_order.py::test_an_order", True),
        ("tests/models/test_transactions.py::test_a_lock", False),
    ],
)
def test_it_chooses_by_file_or_by_test(name: str, both: bool) -> None:
    assert runs_on_both(name) == both


@pytest.mark.parametrize("package", ["sessions", "totals", "permissions", "leagues", "exchange"])
def test_a_package_whose_queries_decide_results_is_whole(package: str) -> None:
    files = matching(FILES, f"tests/{package}/*")
    assert files
    assert all(map(runs_on_both, files))
