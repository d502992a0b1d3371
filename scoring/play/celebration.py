"""What is celebrated once a session has a winner: who won, what decided, who did what best."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.core.wording import action_sentence, award_sentence, verdict_parts
from scoring.play.screen import Plate, TableNow, name_size

MOST_LETTERS = 200  # of the winners' names in the largest letters of a board


@dataclass(frozen=True, slots=True)
class ShownBest:
    """What somebody did best, in words."""

    title: str
    names: str
    says: str


@dataclass(frozen=True, slots=True)
class Celebration:
    winners: Sequence[Plate]
    verdict: tuple[str, str, str]  # who won, in a sentence, of which the names are shown larger
    decided: str  # why they won, in a sentence; empty where they played alone for no award
    bests: Sequence[ShownBest]
    news: str  # what the latest change has changed about it, if that is news

    @property
    def names_are_many(self) -> bool:
        """Return whether the names would fill a board that also has them with their places."""
        return len(self.verdict[1]) > MOST_LETTERS

    @property
    def name_size(self) -> str:
        """Return the class of the names by their longest word and how many they are."""
        words = self.verdict[1].split()
        return name_size(max(len(word) for word in words) + len(self.verdict[1]) // 6)


def celebration(now: TableNow, plates: Sequence[Plate]) -> Celebration | None:
    """Return what to celebrate; None while nobody has won, and if nothing was played."""
    outcome = now.outcome
    if not outcome.finished or outcome.pending or not now.game.play.steps(now.state, outcome):
        return None
    winners = [plate for plate in plates if plate.name in outcome.winners]
    action, wording = now.latest.action, now.game.wording
    news = action_sentence(action, wording) if action in wording.news else ""
    verdict = verdict_parts([plate.name for plate in winners])
    return Celebration(winners, verdict, _decided(now, plates), _bests(now), news)


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
