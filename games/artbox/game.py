"""What this package hands over: see scoring/contract.py."""

from games.artbox import facts, lore, rules, sample, store, table, wording
from scoring.contract import Game, Store
from scoring.documents.shape import Shape

GAME: Game[rules.State] = Game(
    slug="artbox",
    name="#ARTBOX",
    seats=rules.SEATS,
    shape=Shape(rules.State, "artbox", rules.SEATS),
    score=rules.score,
    stop=rules.stop,
    wording=wording.WORDING,
    opening={"rounds": []},
    sample=sample.document,
    play=table.PLAY,
    facts=facts.facts,
    variants=facts.variants,
    lore=lore.LORE,
    store=Store(
        tables=store.TABLES,
        to_rows=store.to_rows,
        from_rows=store.from_rows,
        derived=store.DERIVED,
        derive=store.derive,
    ),
)
