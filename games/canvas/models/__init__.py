"""Canvas: the tables of printed cards, of own cards, and of recorded paintings."""

from games.canvas.models.own import GroupCard
from games.canvas.models.played import (
    Easel,
    HandCount,
    Inspiration,
    Painting,
    PaintingIcon,
    PaintingLayer,
    Ribbons,
    Setup,
    TableCard,
    TableCardPoints,
)
from games.canvas.models.printed import ArtCard, ArtIcon, Edition, RibbonPoints, ScoringCard
from games.canvas.models.sets import CardInSet, CardSet

__all__ = [
    "ArtCard",
    "ArtIcon",
    "CardInSet",
    "CardSet",
    "Easel",
    "Edition",
    "GroupCard",
    "HandCount",
    "Inspiration",
    "Painting",
    "PaintingIcon",
    "PaintingLayer",
    "RibbonPoints",
    "Ribbons",
    "ScoringCard",
    "Setup",
    "TableCard",
    "TableCardPoints",
]
