"""What is celebrated once a session has a winner: who won, what decided, who did what best."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.core.wording import action_sentence, award_sentence
from scoring.play.screen import Plate, TableNow


@dataclass(frozen=True, slots=True)
class ShownBest:
    """What somebody did best, in words."""

    title: str
    names: str
    says: str


@dataclass(frozen=True, slots=True)
class Celebration:
    winners: Sequence[Plate]
    decided: str  # why they won, in a sentence; empty where they played alone for no award
    bests: Sequence[ShownBest]
    news: str  # what the latest change has changed about it, if that is news


def celebration(now: TableNow, plates: Sequence[Plate]) -> Celebration | None:
    """Return what to celebrate; None while nobody has won, and if nothing was played."""
    outcome = now.outcome
    if not outcome.finished or outcome.pending or not now.game.play.steps(now.state, outcome):
        return None
    winners = [plate for plate in plates if plate.name in outcome.winners]
    action, wording = now.latest.action, now.game.wording
    news = action_sentence(action, wording) if action in wording.news else ""
    return Celebration(winners, _decided(now, plates), _bests(now), news)


def _decided(now: TableNow, plates: Sequence[Plate]) -> str:
    """Return why the next one is below the winner, or why winners share the win."""
    if len(plates) == 1:
        return award_sentence(now.outcome, now.game.wording)
    return plates[1].why


def _bests(now: TableNow) -> list[ShownBest]:
    words = now.game.best_wording
    return [
        ShownBest(
            title=str(words[best.what].title),
            names=get_text_list([*best.players], _("and")),
            says=words[best.what].says(best.number),
        )
        for best in now.game.bests(now.state, now.outcome)
    ]
