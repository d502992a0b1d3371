"""Canvas: how many ribbons a painting earns for each condition (R-C3, R-C5).

One icon counts once per card. Where icons are combined, the count is the largest number of disjoint
sets: exact, not the first that a greedy search finds."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Annotated, Literal

from scoring.documents.schema import length

Element = Literal["hue", "shape", "texture", "tone"]
Icon = Literal[
    "hue", "shape", "texture", "tone", "bonus-hue", "bonus-shape", "bonus-texture", "bonus-tone"
]
Condition = Literal[
    "composition",
    "consistency",
    "emphasis",
    "hierarchy-texture",
    "hierarchy-tone",
    "movement",
    "proximity",
    "proportion",
    "repetition",
    "space",
    "style",
    "symmetry",
    "variety",
    "by-hand",
]
Places = Mapping[Icon, Sequence[int]]  # icon -> the slots where it shows, from 0

SLOTS = 5
ICONS = range(3)  # in one slot

Slot = Annotated[tuple[Icon, ...], length(ICONS, different=True)]
Slots = Annotated[tuple[Slot, ...], length(range(SLOTS, SLOTS + 1))]  # from left to right

BY_HAND: Condition = "by-hand"
ELEMENTS: tuple[Element, ...] = ("hue", "shape", "texture", "tone")
BONUS_FOR: Mapping[Icon, Element] = MappingProxyType(
    {
        "bonus-hue": "hue",
        "bonus-shape": "shape",
        "bonus-texture": "texture",
        "bonus-tone": "tone",
    }
)
NEXT_TO = range(1, 2)  # slots apart
APART = range(2, SLOTS)
MIRRORED = ((0, 4), (1, 3))


def places(slots: Slots) -> Places:
    """Return the slots in which each icon shows; elements without a slot are in it too."""
    where: dict[Icon, list[int]] = {"hue": [], "shape": [], "texture": [], "tone": []}
    for at, icons in enumerate(slots):
        for icon in icons:
            where.setdefault(icon, []).append(at)
    return where


def counts(where: Places) -> tuple[int, ...]:
    return tuple([len(where[element]) for element in ELEMENTS])


def composition(where: Places) -> int:
    return int(len({at for places in where.values() for at in places}) == SLOTS)


def consistency(where: Places) -> int:
    return int(sum(counts(where)) == 6)


def emphasis(where: Places) -> int:
    return int(len(where["hue"]) == 1)


def hierarchy_texture(where: Places) -> int:
    others = [len(where[element]) for element in ELEMENTS if element != "texture"]
    return int(len(where["texture"]) > max(others))


def hierarchy_tone(where: Places) -> int:
    return int(0 < len(where["tone"]) == max(counts(where)))


def movement(where: Places) -> int:
    return sum([_stands_in_three(where[element]) for element in ELEMENTS])


def _stands_in_three(places: Sequence[int]) -> bool:
    """Return whether the element is in three slots in a row."""
    return any(at - 1 in places and at + 1 in places for at in places)


def proximity(where: Places) -> int:
    return _most_pairs(tuple(where["texture"]), tuple(where["tone"]), NEXT_TO)


def space(where: Places) -> int:
    return _most_pairs(tuple(where["hue"]), tuple(where["shape"]), APART)


@cache  # at most 32 x 32 arguments for each distance
def _most_pairs(firsts: tuple[int, ...], seconds: tuple[int, ...], apart: range) -> int:
    """Return the most pairs of one first and one second that many slots apart, each used once."""
    if not firsts:
        return 0
    first, *others = firsts
    rest = tuple(others)
    with_first = [
        1 + _most_pairs(rest, tuple([at for at in seconds if at != second]), apart)
        for second in seconds
        if abs(first - second) in apart
    ]
    return max([_most_pairs(rest, seconds, apart), *with_first])


def proportion(where: Places) -> int:
    return _most_threes_and_twos(counts(where))


@cache  # at most 6 to the 4th arguments
def _most_threes_and_twos(left: tuple[int, ...]) -> int:
    """Return the most sets of three of one element and two of another, each icon used once."""
    return max(
        (
            1 + _most_threes_and_twos(rest)
            for three in range(len(left))
            for two in range(len(left))
            if min(rest := _without(left, three, two)) >= 0
        ),
        default=0,
    )


def _without(left: tuple[int, ...], three: int, two: int) -> tuple[int, ...]:
    return tuple([number - 3 * (at == three) - 2 * (at == two) for at, number in enumerate(left)])


def repetition(where: Places) -> int:
    return len(where["shape"]) // 2


def style(where: Places) -> int:
    return len(where["texture"]) // 3


def symmetry(where: Places) -> int:
    return sum(
        [
            left in where[element] and right in where[element]
            for element in ELEMENTS
            for left, right in MIRRORED
        ]
    )


def variety(where: Places) -> int:
    return min(counts(where))


EARNED: Mapping[Condition, Callable[[Places], int]] = MappingProxyType(
    {
        "composition": composition,
        "consistency": consistency,
        "emphasis": emphasis,
        "hierarchy-texture": hierarchy_texture,
        "hierarchy-tone": hierarchy_tone,
        "movement": movement,
        "proximity": proximity,
        "proportion": proportion,
        "repetition": repetition,
        "space": space,
        "style": style,
        "symmetry": symmetry,
        "variety": variety,
    }
)
