"""Canvas: the shape of its documents, and the one of a table that has not begun."""

from typing import Any

from games.canvas.catalogue import SETUPS, Edition
from games.canvas.rules import SEATS, State
from scoring.documents.schema import FORMAT
from scoring.documents.shape import Shape

SHAPE = Shape(State, "canvas", SEATS)
HEADING = {"format": FORMAT, "game": "canvas"}
EASY: Edition = "r2i-2021"  # its points rows are known
OPENING: dict[str, Any] = {
    "edition": EASY,
    "cards": [{"name": name} for name in SETUPS[EASY]["First game"]],
    "paintings": {},
}


def check_card(card: dict[str, Any]) -> None:
    """Refuse a card that no document could state."""
    SHAPE.read({**HEADING, "players": [], "cards": [card], "paintings": {}})
