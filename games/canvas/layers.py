"""Canvas: art cards on top of each other: their visible icons and the title (R-C8)."""

from collections.abc import Mapping, Sequence

from games.canvas.catalogue import ArtCard
from games.canvas.conditions import SLOTS, Slots


def topmost(layers: Sequence[ArtCard]) -> Slots:
    """Return in each slot the icons of the topmost card that has any there; bottom card first."""
    slots: Slots = ((),) * SLOTS
    for card in layers:
        slots = tuple([icons or below for icons, below in zip(card.slots, slots, strict=True)])
    return slots


def title(layers: Mapping[str, ArtCard]) -> str | None:
    """Return the topmost first word and the topmost last word."""
    words = {card.side: name for name, card in layers.items()}
    return " ".join([words[side] for side in ("L", "R") if side in words]) or None
