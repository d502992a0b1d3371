"""What this package hands over: see scoring/contract.py."""

from games.canvas import document, facts, lore, printed, rules, sample, store, table, wording
from scoring.contract import Game, Store

GAME: Game[rules.State] = Game(
    slug="canvas",
    name="Canvas",
    bgg=290236,
    seats=rules.SEATS,
    shape=document.SHAPE,
    score=rules.score,
    stop=rules.stop,
    wording=wording.WORDING,
    opening=document.OPENING,
    sample=sample.document,
    play=table.PLAY,
    facts=facts.facts,
    variants=facts.variants,
    lore=lore.LORE,
    load_catalogue=printed.load_catalogue,
    store=Store(
        tables=store.TABLES,
        to_rows=store.to_rows,
        from_rows=store.from_rows,
        derived=store.DERIVED,
        derive=store.derive,
    ),
)
