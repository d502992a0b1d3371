from dataclasses import replace
from random import Random
from typing import Any

from scoring.contract import Game, Store
from scoring.core.wording import Wording
from scoring.documents.samples import heading, stopped
from scoring.documents.shape import Shape
from tests.toygame import rules, store, table


def sample(dice: Random) -> dict[str, Any]:
    head = heading(dice, "toygame", rules.SEATS)
    draws = {name: dice.choice(rules.CARDS) for name in head["players"] if dice.random() < 0.9}
    return {**head, **stopped(dice), "draws": draws}


GAME: Game[rules.State] = Game(
    slug="toygame",
    name="Highest card",
    seats=rules.SEATS,
    shape=Shape(rules.State, "toygame", rules.SEATS),
    score=rules.score,
    stop=lambda state, stopped: replace(state, stopped=stopped),
    wording=Wording(
        about="Everyone draws a card.",
        order="The highest card wins.",
        ends={rules.End.DRAWN: "Everyone has drawn."},
        refusals={},
    ),
    opening={"draws": {}},
    sample=sample,
    play=table.PLAY,
    store=Store(
        tables=store.TABLES,
        to_rows=store.to_rows,
        from_rows=store.from_rows,
    ),
)
