"""What this package hands over: see scoring/contract.py."""

from games.duplik import facts, lore, rules, sample, store, table, wording
from scoring.contract import Game, Store
from scoring.documents.shape import Shape

GAME: Game[rules.State] = Game(
    slug="duplik",
    name="Duplik",
    bgg=22348,
    seats=rules.SEATS,
    shape=Shape(rules.State, "duplik", rules.SEATS),
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
    ),
)
