"""Canvas: how many ribbons a painting earns for each condition (R-C3, R-C5).

One icon counts once per card. Where icons are combined, the count is the largest number of disjoint
sets: exact, not the first that a greedy search finds."""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Literal

from scoring.core.refusals import Path, check_count, check_different
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
# icon -> the slots where it shows, as bits: 1 is the slot on the left, 16 the one on the right
Places = Mapping[Icon, int]

SLOTS = 5
SLOT_NUMBERS = range(1, SLOTS + 1)
ICONS = range(3)  # in one slot

Slot = Annotated[tuple[Icon, ...], length(ICONS, different=True)]
Slots = Annotated[tuple[Slot, ...], length(range(SLOTS, SLOTS + 1))]  # from left to right

BY_HAND: Condition = "by-hand"
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
ALL_SLOTS = 0b11111
# For each of the 32 sets of slots: whether three are in a row, and how many pairs are mirrored.
THREE_IN_A_ROW = tuple([int(slots & slots >> 1 & slots >> 2 > 0) for slots in range(32)])
MIRRORED_PAIRS = tuple(
    [(slots & 0b10001 == 0b10001) + (slots & 0b01010 == 0b01010) for slots in range(32)]
)


def check_slots(slots: Slots, path: Path) -> None:
    check_count(slots, range(SLOTS, SLOTS + 1), path)
    for at, icons in enumerate(slots):
        if len(icons) > 1:
            check_count(icons, ICONS, (*path, at))
            check_different(icons, (*path, at))


def places(slots: Slots) -> Places:
    """Return the slots in which each icon shows; elements without a slot are in it too."""
    where: dict[Icon, int] = {"hue": 0, "shape": 0, "texture": 0, "tone": 0}
    slot = 1
    for icons in slots:
        for icon in icons:
            where[icon] = where.get(icon, 0) | slot
        slot <<= 1
    return where


def bonus_pairs(where: Places) -> int:
    """Return how many elements the bonus icons match, each for itself (R-C6)."""
    pairs = 0
    for icon, slots in where.items():
        if icon in BONUS_FOR:
            pairs += slots.bit_count() * where[BONUS_FOR[icon]].bit_count()
    return pairs


def counts(where: Places) -> tuple[int, ...]:
    return (
        where["hue"].bit_count(),
        where["shape"].bit_count(),
        where["texture"].bit_count(),
        where["tone"].bit_count(),
    )


def _sum_over_elements(table: tuple[int, ...], where: Places) -> int:
    return (
        table[where["hue"]] + table[where["shape"]] + table[where["texture"]] + table[where["tone"]]
    )


def composition(where: Places) -> int:
    covered = 0
    for slots in where.values():
        covered |= slots
    return int(covered == ALL_SLOTS)


def consistency(where: Places) -> int:
    return int(sum(counts(where)) == 6)


def emphasis(where: Places) -> int:
    return int(where["hue"].bit_count() == 1)


def hierarchy_texture(where: Places) -> int:
    hues, shapes, textures, tones = counts(where)
    return int(textures > max(hues, shapes, tones))


def hierarchy_tone(where: Places) -> int:
    tones = where["tone"].bit_count()
    return int(0 < tones == max(counts(where)))


def movement(where: Places) -> int:
    return _sum_over_elements(THREE_IN_A_ROW, where)


def proximity(where: Places) -> int:
    return _most_pairs(where["texture"], where["tone"], NEXT_TO)


def space(where: Places) -> int:
    return _most_pairs(where["hue"], where["shape"], APART)


@cache  # at most 32 x 32 arguments for each distance
def _most_pairs(firsts: int, seconds: int, apart: range) -> int:
    """Return the most pairs of one first and one second that many slots apart, each used once."""
    if not firsts:
        return 0
    first = firsts.bit_length() - 1
    others = firsts - (1 << first)
    with_first = [
        1 + _most_pairs(others, seconds - (1 << second), apart)
        for second in range(SLOTS)
        if seconds >> second & 1 and abs(first - second) in apart
    ]
    return max([_most_pairs(others, seconds, apart), *with_first])


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
    return where["shape"].bit_count() // 2


def style(where: Places) -> int:
    return where["texture"].bit_count() // 3


def symmetry(where: Places) -> int:
    return _sum_over_elements(MIRRORED_PAIRS, where)


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
