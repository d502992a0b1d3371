"""Canvas: the conditions agree with R-C5 taken literally, on every painting that can be made.

Where a ribbon is a set of icons, all such sets are listed and the most disjoint ones are searched
for one by one. To be done in time, the answers are kept for the icons that a condition looks at.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain, combinations, permutations, product
from typing import get_args

from games.canvas.catalogue import ART_CARDS
from games.canvas.conditions import EARNED, Condition, Element, Icon, Slots, places

ELEMENTS: tuple[Element, ...] = get_args(Element)
Shown = tuple[int, Icon]  # the number of a slot, from 1, and an icon in it
Set = frozenset[Shown]
Sets = Callable[[list[Shown]], Iterable[Iterable[Shown]]]


def of(shown: Iterable[Shown], *icons: Icon) -> list[Shown]:
    return [one for one in shown if one[1] in icons]


def most_disjoint(sets: list[Set]) -> int:
    """Try each set with all that share no icon with it, and each choice without it."""
    if not sets:
        return 0
    first, *others = sets
    beside = [other for other in others if not first & other]
    return max(1 + most_disjoint(beside), most_disjoint(others) if beside != others else 0)


# Every set of icons that earns a ribbon


def near_pairs(shown: list[Shown]) -> Iterable[Iterable[Shown]]:
    pairs = product(of(shown, "texture"), of(shown, "tone"))
    return [(a, b) for a, b in pairs if a[0] - b[0] in {1, -1}]


def far_pairs(shown: list[Shown]) -> Iterable[Iterable[Shown]]:
    pairs = product(of(shown, "hue"), of(shown, "shape"))
    return [(a, b) for a, b in pairs if a[0] - b[0] in {-4, -3, -2, 2, 3, 4}]


def threes_and_twos(shown: list[Shown]) -> Iterable[Iterable[Shown]]:
    threes = [three for element in ELEMENTS for three in combinations(of(shown, element), 3)]
    twos = [two for element in ELEMENTS for two in combinations(of(shown, element), 2)]
    return {frozenset(three + two) for three in threes for two in twos if not {*three} & {*two}}


def pairs_of_shapes(shown: list[Shown]) -> Iterable[Iterable[Shown]]:
    return combinations(of(shown, "shape"), 2)


def triples_of_textures(shown: list[Shown]) -> Iterable[Iterable[Shown]]:
    return combinations(of(shown, "texture"), 3)


def mirrored_pairs(shown: list[Shown]) -> Iterable[Iterable[Shown]]:
    pairs = [
        ((left, element), (right, element))
        for left, right in [(1, 5), (2, 4)]
        for element in ELEMENTS
    ]
    return [pair for pair in pairs if set(pair) <= set(shown)]


def complete_sets(shown: list[Shown]) -> Iterable[Iterable[Shown]]:
    return product(*[of(shown, element) for element in ELEMENTS])


SETS: Mapping[Condition, Sets] = {
    "proximity": near_pairs,
    "proportion": threes_and_twos,
    "repetition": pairs_of_shapes,
    "space": far_pairs,
    "style": triples_of_textures,
    "symmetry": mirrored_pairs,
    "variety": complete_sets,
}


# The conditions that a painting as a whole meets or not


def in_every_slot(shown: list[Shown]) -> int:
    return int({slot for slot, _ in shown} == {1, 2, 3, 4, 5})


def six_elements(shown: list[Shown]) -> int:
    return int(len(of(shown, *ELEMENTS)) == 6)


def one_hue(shown: list[Shown]) -> int:
    return int(len(of(shown, "hue")) == 1)


def most_textures(shown: list[Shown]) -> int:
    number = {element: len(of(shown, element)) for element in ELEMENTS}
    texture = number.pop("texture")
    return int(texture > 0 and all(texture > other for other in number.values()))


def no_more_than_tones(shown: list[Shown]) -> int:
    number = {element: len(of(shown, element)) for element in ELEMENTS}
    tone = number.pop("tone")
    return int(tone > 0 and not any(other > tone for other in number.values()))


def rows_of_three(shown: list[Shown]) -> int:
    rows = [(1, 2, 3), (2, 3, 4), (3, 4, 5)]
    return sum(
        any(all((slot, element) in shown for slot in row) for row in rows) for element in ELEMENTS
    )


AT_ONCE: Mapping[Condition, Callable[[list[Shown]], int]] = {
    "composition": in_every_slot,
    "consistency": six_elements,
    "emphasis": one_hue,
    "hierarchy-texture": most_textures,
    "hierarchy-tone": no_more_than_tones,
    "movement": rows_of_three,
}
LOOKS_AT: Mapping[Condition, tuple[Icon, ...]] = {
    "emphasis": ("hue",),
    "proximity": ("texture", "tone"),
    "repetition": ("shape",),
    "space": ("hue", "shape"),
    "style": ("texture",),
}
ONLY_COUNTS: set[Condition] = {
    "consistency",
    "hierarchy-texture",
    "hierarchy-tone",
    "proportion",
    "variety",
}


@cache
def literally(condition: Condition, shown: tuple[Shown, ...]) -> int:
    if condition in AT_ONCE:
        return AT_ONCE[condition](list(shown))
    return most_disjoint([frozenset(one) for one in SETS[condition](list(shown))])


def seen(condition: Condition, shown: list[Shown]) -> tuple[Shown, ...]:
    """What the condition looks at; where slots do not matter, the icons move to the left."""
    if condition in ONLY_COUNTS:
        counts = [len(of(shown, element)) for element in ELEMENTS]
        return counted(*counts)
    return tuple(of(shown, *LOOKS_AT[condition]) if condition in LOOKS_AT else shown)


@cache
def counted(*counts: int) -> tuple[Shown, ...]:
    return tuple(
        [
            (slot, element)
            for element, number in zip(ELEMENTS, counts, strict=True)
            for slot in range(1, number + 1)
        ]
    )


def disagreements(paintings: Iterable[Slots]) -> list[tuple[Condition, Slots]]:
    problems = []
    for slots in paintings:
        shown = [(number, icon) for number, icons in enumerate(slots, 1) for icon in icons]
        where = places(slots)
        problems += [
            (condition, slots)
            for condition, earned in EARNED.items()
            if earned(where) != literally(condition, seen(condition, shown))
        ]
    return problems


def layered(*cards: Slots) -> Slots:
    """The last card lies on top; a slot without icons is clear."""
    return tuple([top or middle or bottom for bottom, middle, top in zip(*cards, strict=True)])


def test_it_agrees_on_every_painting_of_three_art_cards() -> None:
    cards = [card.slots for card in ART_CARDS.values()]
    paintings = {layered(*three) for three in permutations(cards, 3)}
    assert len(paintings) > 20_000
    assert disagreements(paintings) == []


def test_it_agrees_on_every_spread_of_elements() -> None:
    """None, one or two of them in each slot, most of which no three art cards make."""
    in_a_slot: list[Slots] = [tuple(combinations(ELEMENTS, number)) for number in (0, 1, 2)]
    assert disagreements(product(chain(*in_a_slot), repeat=5)) == []


def test_it_knows_every_condition_literally() -> None:
    assert set(SETS) | set(AT_ONCE) == set(EARNED)
