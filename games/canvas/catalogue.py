"""Canvas: what the editions print. A table may note its own points instead of any of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from games.canvas.conditions import BY_HAND, Condition, Icon, Slots

Edition = Literal["retail", "r2i-2021"]
Side = Literal["L", "R"]

EDITIONS: tuple[Edition, ...] = get_args(Edition)


@dataclass(frozen=True, slots=True)
class EditionText:
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class ScoringCard:
    """A scoring card; `points` is None if only the card itself says them."""

    condition: Condition
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ArtCard:
    """An art card. Its name is the word that it adds to a title: the first (L) or the last (R)."""

    side: Side
    slots: Slots


# In the order in which they are offered.
EDITION_FACTS: Mapping[Edition, EditionText] = MappingProxyType(
    {
        "retail": EditionText(
            "Retail edition",
            "Sold in shops. The points are printed only on the cards, so they are copied once.",
        ),
        "r2i-2021": EditionText(
            "First printing, 2021",
            "Its points rows and its art cards are already on this site.",
        ),
    }
)

SCORING_CARDS: Mapping[Edition, Mapping[str, ScoringCard]] = MappingProxyType(
    {
        "retail": MappingProxyType(
            {
                "Composition": ScoringCard("composition"),
                "Hierarchy": ScoringCard("hierarchy-texture"),
                "Movement": ScoringCard("movement"),
                "Proximity": ScoringCard("proximity"),
                "Repetition": ScoringCard("repetition"),
                "Space": ScoringCard("space"),
                "Symmetry": ScoringCard("symmetry"),
                "Unity": ScoringCard(BY_HAND),
                "Variety": ScoringCard("variety"),
            }
        ),
        "r2i-2021": MappingProxyType(
            {
                "Composition": ScoringCard("composition", (1, 3, 9)),
                "Consistency": ScoringCard("consistency", (3, 6, 10)),
                "Emphasis": ScoringCard("emphasis", (1, 4, 11)),
                "Hierarchy": ScoringCard("hierarchy-tone", (4, 9, 15)),
                "Movement": ScoringCard("movement", (3, 7, 12)),
                "Proximity": ScoringCard("proximity", (2, 5, 8, 12)),
                "Proportion": ScoringCard("proportion", (2, 5, 10)),
                "Repetition": ScoringCard("repetition", (3, 7, 11, 16)),
                "Space": ScoringCard("space", (2, 4, 7, 11)),
                "Style": ScoringCard("style", (4, 10, 18)),
                "Symmetry": ScoringCard("symmetry", (1, 3, 6, 11)),
                "Variety": ScoringCard("variety", (4, 8, 13)),
            }
        ),
    }
)

# Named choices of cards; the first is the one to begin with.
SETUPS: Mapping[Edition, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "retail": MappingProxyType(
            {"First game": ("Variety", "Repetition", "Unity", "Composition")}
        ),
        "r2i-2021": MappingProxyType(
            {
                "First game": ("Composition", "Emphasis", "Repetition", "Variety"),
                "Family": ("Composition", "Variety"),
                "Synergy": ("Proximity", "Space", "Variety"),
                "Balanced": ("Consistency", "Emphasis", "Hierarchy", "Proportion"),
                "No elements": ("Composition", "Consistency", "Proportion", "Symmetry"),
                "All elements": ("Emphasis", "Hierarchy", "Repetition", "Style"),
                "Spatial": ("Movement", "Proximity", "Space", "Symmetry"),
                "Bonus": ("Hierarchy", "Movement", "Proportion", "Style"),
            }
        ),
    }
)

# h hue, s shape, x texture, o tone; * before a letter: the bonus icon for that element.
_ICONS: Mapping[str, Icon] = MappingProxyType(
    {
        "h": "hue",
        "s": "shape",
        "x": "texture",
        "o": "tone",
        "*h": "bonus-hue",
        "*s": "bonus-shape",
        "*x": "bonus-texture",
        "*o": "bonus-tone",
    }
)
_ART_L = """
Precious sx|*o|||     Peaceful h|ho|||     Heavy o|so|||         Fragile s|h|||
Chosen sx||s||        Harmonious h||o||    Melancholy so|||o|    Corrupted |o|s||
Heightened o|s|||     Liberated hx||x||    Unashamed x|*s|||     Risky *x||so||
Sudden o||x||         Fading x|||h|        Delicate h||||hx      Innocent |h|s||
Improbable s||h||     Deep hs|||s|         Whimsical h|||x|      Imminent x|||s|
Forbidden *h|||xo|    Divine so||||s       Vast *s||||ho         Ominous x||||o
Exploring o||||*h     Illuminated h||||o   Extreme |sx|*h||      Graceful |o|ho||
Wandering |xo|x||     Masked |s|sx||
"""
_ART_R = """
Nature |hs||*o|       Beauty ||h|s|        Bait ||sx||x          Complexity |x||s|
Surrender ||h|x|      Dreams ||o||h        Expanse |o||xo|       Game |s||*x|
Adventure ||*s|o|     Perspective ||ho||o  Revolution |h||hs|    Obstacle |x||o|
Childhood ||xo||x     Nightmare ||*o||s    Anxiety |hx|||x       View |s|||so
Sanctuary |h|||hx     Freedom |o|||s       Darkness |*x|||h      Trap |x|||*s
Escape ||sx|x|        Curiosity ||*x|ho|   Pride ||ho|h|         Attraction ||h||hs
Truth |||sh|s         Purpose |||o|xo      Moment |||hx|*o       Mess |||s|x
Mistake |||x|h        Warning |||*h|o
"""


def _icons(slot: str) -> tuple[Icon, ...]:
    if not slot:
        return ()
    length = 2 if slot.startswith("*") else 1
    return (_ICONS[slot[:length]], *_icons(slot[length:]))


def _art_cards(side: Side, text: str) -> dict[str, ArtCard]:
    words = text.split()
    return {
        name: ArtCard(side, tuple([_icons(slot) for slot in slots.split("|")]))
        for name, slots in zip(words[::2], words[1::2], strict=True)
    }


ART_CARDS: Mapping[str, ArtCard] = MappingProxyType(
    _art_cards("L", _ART_L) | _art_cards("R", _ART_R)
)
