"""What phones wait for takes few statements, without those that begin and end transactions."""

import pytest

from tests.bench.scene import browser, count, send, table
from tests.bench.taps import EVENINGS


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "most"), [("artem", 10), ("artbox", 11), ("canvas", 13), ("duplik", 11)]
)
def test_a_tap_that_is_answered_with_the_table_takes_few_statements(slug: str, most: int) -> None:
    at = table(slug)
    host = browser(at["host"])
    host.get(f"/table/{at['uuid']}/")
    assert count(lambda: send(host, at, EVENINGS[slug].tap)) <= most
