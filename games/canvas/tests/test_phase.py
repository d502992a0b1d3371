"""Canvas: what the board says while there is something to do."""

import pytest

from scoring.contract import Phase
from scoring.play.screen import table_now
from tests.builders.tables import open_empty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]


@pytest.mark.parametrize(
    ("paintings", "tokens", "expected"),
    [
        pytest.param(0, {}, Phase("Everyone paints", facts=[]), id="before the first"),
        pytest.param(
            2,
            {},
            Phase(
                "Cy’s painting 2",
                about=("Cy",),
                figure=1,
                figure_label="points",
                facts=[],
            ),
            id="R-C7: the latest painting, with one bonus point",
        ),
        pytest.param(
            3,
            {},
            Phase(
                "Ada and Bo are tied on points",
                dict.fromkeys(("Ada", "Bo"), "tokens left still to be entered"),
                awaited=("Ada", "Bo"),
                about=("Ada", "Bo"),
            ),
            id="R-C10: tokens before a pick",
        ),
        pytest.param(
            3,
            {"Ada": 1, "Bo": 1},
            Phase(
                "It is up to Cy to choose between Ada and Bo",
                {"Cy": "to choose"},
                awaited=("Cy",),
                about=("Cy",),
            ),
            id="R-C10: the runner-up picks",
        ),
        pytest.param(3, {"Ada": 1, "Bo": 2}, None, id="R-C9: tokens decided"),
    ],
)
def test_the_board_says_what_is_still_to_be_done(
    paintings: int, tokens: dict[str, int], expected: Phase | None
) -> None:
    points = {"Ada": 3, "Bo": 3, "Cy": 1}
    session = open_empty(
        "canvas",
        *points,
        edition="r2i-2021",
        cards=[{"name": "Composition"}, {"name": "Variety"}],
        paintings={name: [{"bonus": each}] * paintings for name, each in points.items()},
        inspiration=tokens,
    )
    now = table_now(session)
    assert now.game.play.phase(now) == expected
