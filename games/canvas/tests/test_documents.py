"""Canvas: what a document may say is read as it was meant."""

from typing import Any

import pytest

from games.canvas.cards import Card
from games.canvas.rules import Painting, State, score
from games.canvas.tests.builders import LETTERS, slots
from scoring.documents.scorer import shape_of
from scoring.registry import get_game

SHAPE = shape_of(get_game("canvas"))

DOCUMENT: dict[str, Any] = {
    "format": "scorefolio/session@1",
    "game": "canvas",
    "players": ["Ada"],
    "cards": [{"name": name, "points": [1]} for name in ("Unity", "Space", "Variety", "Symmetry")],
}


@pytest.mark.parametrize(("letter", "icon"), LETTERS.items(), ids=LETTERS.values())
def test_it_reads_each_icon(letter: str, icon: str) -> None:
    """R-C1: the four elements, and a bonus icon for each of them."""
    painting = {"slots": [[], [icon], [], [], []]}
    state: State = SHAPE.parse({**DOCUMENT, "paintings": {"Ada": [painting]}})
    assert state.paintings["Ada"][0].slots == slots(f"|{letter}|||")
    assert score(state).end is None


def test_it_reads_what_was_left_out_as_not_given() -> None:
    state: State = SHAPE.parse({**DOCUMENT, "paintings": {}})
    assert state == State(("Ada",), cards=state.cards, paintings={})
    assert {(card.condition, card.points) for card in state.cards} == {(None, (1,))}


def test_it_writes_only_what_was_given() -> None:
    bare = State(
        ("Ada",),
        cards=(Card("Unity"), Card("Ochre", points=(1, 2))),
        paintings={"Ada": (Painting(),)},
    )
    assert SHAPE.dump(bare) == {
        "players": ["Ada"],
        "cards": [{"name": "Unity"}, {"name": "Ochre", "points": [1, 2]}],
        "paintings": {"Ada": [{}]},
    }
