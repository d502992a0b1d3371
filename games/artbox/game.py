"""What this package hands over: see scoring/contract.py."""

from games.artbox import document, rules, sample, wording
from scoring.contract import Game

GAME: Game[rules.State] = Game(
    slug="artbox",
    name="#ARTBOX",
    seats=rules.SEATS,
    shape=document.SHAPE,
    parse=document.parse,
    dump=document.dump,
    score=rules.score,
    wording=wording.WORDING,
    sample=sample.document,
)
