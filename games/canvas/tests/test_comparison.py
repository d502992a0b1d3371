"""Canvas: what decided a session, as its result shows it."""

from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Session
from scoring.play.comparison import Compared, comparison
from scoring.play.screen import table_now
from tests.builders.tables import open_empty, phone
from tests.pages import page_words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]


def canvas(tokens: dict[str, int], **more: Any) -> Session:
    """Ada and Bo have three paintings with 3 bonus points each, Cy with 1 each."""
    points = {"Ada": 3, "Bo": 3, "Cy": 1}
    return open_empty(
        "canvas",
        *points,
        edition="r2i-2021",
        cards=[{"name": "Composition"}, {"name": "Variety"}],
        paintings={name: [{"bonus": each}] * 3 for name, each in points.items()},
        inspiration=tokens,
        **more,
    )


def test_it_goes_down_to_the_rung_that_decided() -> None:
    """R-C9: equal points, more inspiration tokens."""
    shown = comparison(table_now(canvas({"Ada": 1, "Bo": 2})))
    assert shown is not None
    assert (shown.above, shown.below) == ("Bo", "Ada")
    assert shown.rows == [
        Compared("Points", 9, 9, decides=False),
        Compared("Inspiration tokens left", 2, 1, decides=True),
    ]


def test_a_pick_is_told_in_words() -> None:
    """R-C10: the runner-up picks among the tied."""
    session = canvas({"Ada": 1, "Bo": 1}, judge_choice="Ada")
    shown = comparison(table_now(session))
    assert shown is not None
    assert shown.rows[-1] == Compared(
        "The runner-up’s pick", None, None, decides=True, says="the runner-up picked Ada"
    )
    page = page_words(phone(session), reverse("result", args=[session.uuid]))
    assert "What decided it compared in this order Ada Bo Points 9 9" in page
