"""Canvas: the scoring cards on the table, with what the edition prints filled in (R-C2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

from games.canvas.catalogue import SCORING_CARDS, Edition
from games.canvas.conditions import BY_HAND, Condition
from scoring.core.refusals import Code, Path, Refused, check_count, check_within
from scoring.documents.schema import Name, length, within

CARDS_OF_ANY_EDITION = range(2, 5)
CARD_PLACES = range(1, CARDS_OF_ANY_EDITION.stop)
CARDS: Mapping[Edition, range] = MappingProxyType(
    {"retail": range(4, 5), "r2i-2021": CARDS_OF_ANY_EDITION}
)
TABLE_LENGTHS = range(1, 6)
# The row of a card whose points nobody has copied from its print yet: its ribbons are counted, and
# are worth nothing so far.
NOT_COPIED = (0,) * TABLE_LENGTHS[-1]
NUMBERS = range(1000)  # where nothing else bounds one

PointsRows = Mapping[str, tuple[int, ...]]  # by the names of the cards
Number = Annotated[int, within(NUMBERS)]


class CardRefusal(StrEnum):
    NO_CONDITION = "no-condition"
    NO_POINTS = "no-points"
    FALLING_POINTS = "falling-points"
    COPIED_MEANWHILE = "copied-meanwhile"
    UNKNOWN_CARD = "unknown-card"
    NOT_BY_HAND = "not-by-hand"
    RIBBONS_GONE = "ribbons-gone"


@dataclass(frozen=True, slots=True)
class Card:
    """A scoring card as the table noted it. None: as the edition prints it."""

    name: Name
    condition: Condition | None = None
    points: Annotated[tuple[Number, ...] | None, length(TABLE_LENGTHS)] = None


@dataclass(frozen=True, slots=True)
class PlayedCard:
    name: str
    condition: Condition
    points: tuple[int, ...]  # entry n - 1 is what n ribbons are worth together

    @property
    def copied(self) -> bool:
        """Return whether its points are known."""
        return self.points != NOT_COPIED

    def worth(self, ribbons: int) -> int:
        return self.points[ribbons - 1] if ribbons else 0


def played_cards(edition: Edition, cards: tuple[Card, ...]) -> tuple[PlayedCard, ...]:
    check_count(cards, CARDS[edition], ("cards",))
    played: dict[str, PlayedCard] = {}
    for at, card in enumerate(cards):
        if card.name in played:
            raise Refused(("cards", at, "name"), Code.NAME_TWICE, item=card.name)
        played[card.name] = _played_card(edition, card, ("cards", at))
    return tuple(played.values())


def _played_card(edition: Edition, card: Card, path: Path) -> PlayedCard:
    printed = SCORING_CARDS[edition].get(card.name)
    condition = card.condition or (printed.condition if printed else None)
    if condition is None:  # also of an edition with cards by hand: its name may be misspelt
        raise no_condition(card.name, path)
    points = printed.points if card.points is None and printed else card.points
    if points is None:
        raise Refused(path, CardRefusal.NO_POINTS, card=card.name)
    check_table(points, (*path, "points"))
    return PlayedCard(card.name, condition, points)


def no_condition(card: str, path: Path = ()) -> Refused:
    """Return the refusal of a card that is not in the catalogue and states no condition."""
    return Refused((*path, "condition"), CardRefusal.NO_CONDITION, card=card)


def check_table(points: tuple[int, ...], path: Path) -> None:
    """Refuse a points row that is too long or falls (R-C2)."""
    check_count(points, TABLE_LENGTHS, path)
    if points[0] in NUMBERS and points[-1] in NUMBERS and [*points] == sorted(points):
        return
    before = 0
    for at, number in enumerate(points):
        check_within(number, NUMBERS, (*path, at))
        if number < before:
            raise Refused((*path, at), CardRefusal.FALLING_POINTS, number=number, before=before)
        before = number


def check_hand_counts(
    cards: tuple[PlayedCard, ...],
    counts: Mapping[str, int],
    left: Mapping[str, int],
    path: Path,
    *,
    by_hand: bool,
) -> None:
    """Refuse counts of cards that are not counted by hand, or that have no ribbons left (R-C7).

    `by_hand`: the table counted the whole painting, so any card may be counted."""
    conditions = {card.name: card.condition for card in cards}
    for name, number in counts.items():
        here = (*path, "ribbons", name)
        if name not in conditions:
            raise Refused(here, CardRefusal.UNKNOWN_CARD, card=name)
        if not by_hand and conditions[name] != BY_HAND:
            raise Refused(here, CardRefusal.NOT_BY_HAND, card=name)
        check_within(number, NUMBERS, here)
        if number > left[name]:
            raise Refused(here, CardRefusal.RIBBONS_GONE, card=name, left=left[name])


def with_points(cards: tuple[Card, ...], rows: PointsRows, *, correcting: bool) -> tuple[Card, ...]:
    """Return the cards with the rows that were copied from their print.

    Unless they are corrected, refuse another row than one that was copied meanwhile."""
    changed = []
    for at, card in enumerate(cards):
        points = rows.get(card.name, card.points)
        path: Path = ("cards", at, "points")
        if card.name in rows and points == NOT_COPIED:
            raise Refused(path, CardRefusal.NO_POINTS, card=card.name)
        if not correcting and card.points not in {NOT_COPIED, points}:
            raise Refused(path, CardRefusal.COPIED_MEANWHILE, card=card.name)
        changed.append(replace(card, points=points))
    return tuple(changed)
