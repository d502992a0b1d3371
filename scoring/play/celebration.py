"""What is celebrated once a session has a winner: who won, what decided, who did what best.

Shapes fall onto its cover when that happens, and then lie there; they are the same each time."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.core.covers import SEATS, Dice
from scoring.core.wording import action_sentence, award_sentence, verdict_parts
from scoring.play.screen import Plate, TableNow, name_size

FALLING, LEFT, STEP, FLOOR, MOMENTS = 26, 110, 11, 388, 5
OUTLINES = (
    "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z",
    "M-8-8h16v16h-16z",
    "M0-10L10 8H-10z",
    "M-2-13h4v26h-4z",
)
MOST_LETTERS = 200  # of the winners' names in the largest letters of a board


@dataclass(frozen=True, slots=True)
class ShownBest:
    """What somebody did best, in words."""

    title: str
    names: str
    says: str


@dataclass(frozen=True, slots=True)
class FallingShape:
    """A shape that falls onto the cover; the numbers are those of its picture."""

    outline: str
    at: str  # where it comes to lie, as the attribute `transform`
    seat: int  # in whose colour it is
    moment: int  # when it begins to fall


@cache
def falling_shapes() -> Sequence[FallingShape]:
    dice = Dice("falling shapes")
    return [
        FallingShape(
            outline=dice.pick(OUTLINES),
            # The further to the right, the higher they lie.
            at=f"translate({x} {FLOOR - dice.below(20 + x // 6)}) rotate({dice.below(360)})",
            seat=dice.below(len(SEATS)) + 1,
            moment=dice.below(MOMENTS),
        )
        for x in range(LEFT, LEFT + FALLING * STEP, STEP)
    ]


@dataclass(frozen=True, slots=True)
class Celebration:
    winners: Sequence[Plate]
    verdict: tuple[str, str, str]  # who won, in a sentence, of which the names are shown larger
    decided: str  # why they won, in a sentence; empty where they played alone for no award
    bests: Sequence[ShownBest]
    news: str  # what the latest change has changed about it, if that is news

    @property
    def shapes(self) -> Sequence[FallingShape]:
        return falling_shapes()

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
