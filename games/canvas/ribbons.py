"""Canvas: what a painting takes, and what the next ribbon would bring."""

from dataclasses import dataclass

from games.canvas.cards import PlayedCard, played_cards
from games.canvas.conditions import places
from games.canvas.rules import (
    PAINTINGS,
    Details,
    State,
    earned,
    edition_of,
    paintings_of,
    visible,
)

Completed = tuple[str, int]  # whose, and which of the three, from 0


@dataclass(frozen=True, slots=True)
class Ribbons:
    """The ribbons of one card for one painting."""

    card: str
    earned: int
    left: int  # before this painting
    taken: int
    copied: bool  # whether the points of the card are known

    @property
    def capped(self) -> bool:
        return self.taken < self.earned


def cards_of(state: State) -> tuple[PlayedCard, ...]:
    return played_cards(edition_of(state), state.cards)


def ribbons_of(state: State, details: Details, name: str, at: int) -> tuple[Ribbons, ...]:
    """Return what a painting earned, and what of it was left to take (R-C3, R-C4)."""
    cards = cards_of(state)
    painting = paintings_of(state, name)[at]
    all_earned = earned(cards, painting, places(visible(painting) or ()))
    taken = details["paintings"][name][at]["ribbons"]
    return tuple(
        [
            Ribbons(
                card=card.name,
                earned=all_earned[card.name],
                left=len(card.points) - taken_of(details, name, card.name, before=at),
                taken=taken[card.name],
                copied=card.copied,
            )
            for card in cards
        ]
    )


def taken_of(details: Details, name: str, card: str, before: int = PAINTINGS) -> int:
    """Return how many ribbons of a card the player has, or had before one of the paintings."""
    paintings = details["paintings"][name][:before]
    return sum([painting["ribbons"][card] for painting in paintings])


def next_ribbons(state: State, details: Details, name: str) -> dict[str, int]:
    """Return what one more ribbon of each card adds; cards are omitted that have none left, or
    whose points nobody has copied."""
    if len(paintings_of(state, name)) == PAINTINGS:
        return {}
    had = {card.name: taken_of(details, name, card.name) for card in cards_of(state)}
    return {
        card.name: card.worth(had[card.name] + 1) - card.worth(had[card.name])
        for card in cards_of(state)
        if card.copied and had[card.name] < len(card.points)
    }


def completed(state: State) -> tuple[Completed, ...]:
    """Return whose painting was completed after which, as far as known: a player's own in order,
    and otherwise turn by turn."""
    return tuple(
        [
            (name, at)
            for at in range(PAINTINGS)
            for name in state.players
            if at < len(paintings_of(state, name))
        ]
    )
