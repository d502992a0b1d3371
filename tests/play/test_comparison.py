"""What decided a session: the winner and the next one, compared rung by rung."""

import pytest

from scoring.play.comparison import Compared, comparison
from scoring.play.screen import table_now
from tests.builders.tables import artem_table, finished_table, open_empty

pytestmark = pytest.mark.django_db


def test_points_that_differ_decide_at_once() -> None:
    shown = comparison(table_now(finished_table()))
    assert shown is not None
    assert (shown.above, shown.below) == ("Joe", "Ida")
    assert shown.rows == [Compared("Points", 21, 7, decides=True)]


@pytest.mark.parametrize("claims", [("", "", "1x5"), ()])
def test_nothing_is_decided_while_it_is_played(claims: tuple[str, ...]) -> None:
    assert comparison(table_now(artem_table(*claims))) is None


def test_nothing_is_decided_where_all_win() -> None:
    assert comparison(table_now(open_empty("artem", end="main-deck"))) is None
