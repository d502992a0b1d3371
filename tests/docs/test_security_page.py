"""docs/security.md names the kinds of people and the tests as they are in the suite."""

import re

import pytest

from tests.builders.evening import PEOPLE
from tests.docs.markdown import DOCS, ROOT, in_backticks, section, table
from tests.web.access_matrix import STATES

PAGE = DOCS / "security.md"
TESTS = sorted(
    {code for code in in_backticks(PAGE.read_text()) if code.startswith(("tests/", "games/"))}
)


@pytest.mark.parametrize("named", TESTS)
def test_every_test_that_it_names_exists(named: str) -> None:
    file, _colons, function = named.partition("::")
    assert (ROOT / file).exists()
    assert not function or f"def {function}(" in (ROOT / file).read_text()


def test_it_says_who_everybody_is() -> None:
    people = [row["person"] for row in table(section(PAGE, "The people"))]
    assert re.split(", ", ", ".join(people)) == list(PEOPLE)


@pytest.mark.parametrize(
    "heading", ["Reading", "Writing", *(each.heading for each in STATES.values())]
)
def test_every_table_has_a_column_for_each_of_them(heading: str) -> None:
    assert list(table(section(PAGE, heading))[0])[2:] == list(PEOPLE)
