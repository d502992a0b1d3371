from random import Random
from typing import Any

from scoring.documents.samples import heading, stopped
from tests.toygame.rules import CARDS, SEATS


def document(dice: Random) -> dict[str, Any]:
    head = heading(dice, "toygame", SEATS)
    draws = {name: dice.choice(CARDS) for name in head["players"] if dice.random() < 0.9}
    return {**head, **stopped(dice), "draws": draws}
