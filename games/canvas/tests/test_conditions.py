"""Canvas: how many ribbons a painting earns for each condition (R-C3, R-C5).

Letters as in builders.py: h hue, s shape, x texture, o tone; capitals are bonus icons.
"""

from typing import get_args

import pytest

from games.canvas.cards import Card
from games.canvas.conditions import BY_HAND, EARNED, Condition
from games.canvas.rules import Painting
from games.canvas.tests.builders import HAND_CARDS, ribbons, shows, table

ROWS: dict[Condition, list[tuple[str, int, str]]] = {
    "composition": [
        ("h|s|x|o|h", 1, "an icon in each of the five slots"),
        ("H|S|X|O|H", 1, "bonus icons count here"),
        ("|s|x|o|h", 0, "the first slot is empty"),
        ("h|s||o|h", 0, "the middle slot is empty"),
        ("h|s|x|o|", 0, "the last slot is empty"),
        ("hs|xo|hH||", 0, "two icons in a slot do not stand for two slots"),
        ("hs|xo|hH|sS|xX", 1, "never more than one"),
    ],
    "consistency": [
        ("hs|xo|h||", 0, "five elements"),
        ("hs|xo|hs||", 1, "six elements"),
        ("h|h|hs|x|o", 1, "six elements in another spread"),
        ("hs|xo|hs|h|", 0, "seven elements"),
        ("hs|xo|hH||", 0, "a bonus icon is no sixth element"),
        ("hs|xo|hs|H|", 1, "a bonus icon is no seventh element"),
        ("||||", 0, "nothing at all"),
    ],
    "emphasis": [
        ("s|x|o||", 0, "no hue"),
        ("s|x|o||h", 1, "one hue"),
        ("h||||h", 0, "two hues"),
        ("H|s|||", 0, "a bonus hue is no hue"),
        ("H|h|||", 1, "a bonus hue is no second hue"),
    ],
    "hierarchy-texture": [
        ("x||||", 1, "one texture and nothing else"),
        ("x|x|h|s|o", 1, "more textures than any other element"),
        ("x|h|||", 0, "as many hues"),
        ("x|s|||", 0, "as many shapes"),
        ("x|o|||", 0, "as many tones"),
        ("xh|h|||", 0, "more hues"),
        ("xs|xs|s||", 0, "more shapes"),
        ("xo|o|||", 0, "more tones"),
        ("||||", 0, "no texture"),
        ("X||||", 0, "a bonus texture is no texture"),
        ("x|H|S|O|", 1, "bonus icons are no rivals"),
        ("x|x|x|x|x", 1, "never more than one"),
    ],
    "hierarchy-tone": [
        ("o||||", 1, "one tone and nothing else"),
        ("o|h|s|x|", 1, "no other is more frequent"),
        ("oh|oh|||", 1, "two of each"),
        ("oh|h|||", 0, "more hues"),
        ("os|s|||", 0, "more shapes"),
        ("ox|x|||", 0, "more textures"),
        ("||||", 0, "nothing there, so no tone"),
        ("h||||", 0, "no tone"),
        ("O||||", 0, "a bonus tone is no tone"),
        ("o|H|H||", 1, "bonus icons are no rivals"),
        ("o|o|o|o|o", 1, "never more than one"),
    ],
    "movement": [
        ("h|h|h||", 1, "hues in the first three slots"),
        ("|s|s|s|", 1, "shapes in the middle three"),
        ("||x|x|x", 1, "textures in the last three"),
        ("o|o|o|o|", 1, "four in a row are still one"),
        ("o|o|o|o|o", 1, "five in a row are still one"),
        ("h|h||h|h", 0, "three slots but not in a row"),
        ("h||h||h", 0, "every other slot"),
        ("h|h|s|s|s", 1, "two in a row are too few"),
        ("hs|hs|hs||", 2, "one for each of two elements"),
        ("h|ho|ho|o|", 2, "two elements in overlapping slots"),
        ("h|h|H||", 0, "a bonus icon does not stand in"),
        ("h|s|x|o|h", 0, "different elements"),
    ],
    "proximity": [
        ("x|o|||", 1, "a texture beside a tone"),
        ("|||o|x", 1, "a tone beside a texture"),
        ("xo||||", 0, "the same slot is not adjacent"),
        ("x||o||", 0, "two slots apart"),
        ("x||||o", 0, "the two ends are not adjacent"),
        ("x|o|x||", 1, "one tone pairs once"),
        ("o|x|o||", 1, "one texture pairs once"),
        ("o|x|o|x|", 2, "the left texture must not take the right tone"),
        ("x|o|x|o|", 2, "the right texture must not take the left tone"),
        ("|o|x|o|x", 2, "the same, one slot on"),
        ("xo|xo|||", 2, "two slots crosswise"),
        ("xo|xo|xo||", 2, "the middle pair of slots can serve one side only"),
        ("xo|xo|xo|xo|", 4, "two crosswise pairs beside each other"),
        ("xo|xo|xo|xo|xo", 4, "the fifth slot finds no partners"),
        ("||xo||x", 0, "a texture out of reach"),
        ("x||x|o|", 1, "the first texture stays alone"),
        ("X|o|x|O|", 1, "bonus icons do not pair"),
        ("x|x|||", 0, "two textures are no pair"),
    ],
    "proportion": [
        ("h|h|hs|s|", 1, "three hues and two shapes"),
        ("h|h|h|h|h", 1, "three and two of the same element"),
        ("h|h|h|h|", 0, "four of one element"),
        ("hs|hx|ho||", 0, "three of one and single others"),
        ("hs|hs|x|x|", 0, "twos only"),
        ("hs|hs|hs||", 1, "three and three"),
        ("o|o|ox|x|", 1, "three tones and two textures"),
        ("s|s|sx|x|", 1, "three shapes and two textures"),
        ("x|x|xh|h|", 1, "three textures and two hues"),
        ("hs|hs|hs|xo|xo", 2, "the two must not come from the other three"),
        ("hs|hs|hx|hx|sx", 2, "both twos come from the most frequent element"),
        ("hs|hs|hs|hx|hx", 2, "five hues are a set, and so are the rest"),
        ("hs|hs|hs|hs|hs", 2, "five and five"),
        ("hs|hs|hs|hx|sx", 1, "four, four and two"),
        ("hs|hs|hs|hs|hx", 1, "five, four and one"),
        ("h|h|h|H|H", 0, "bonus icons are no elements"),
    ],
    "repetition": [
        ("||||", 0, "no shape"),
        ("s||||", 0, "one shape"),
        ("s||||s", 1, "two shapes"),
        ("s|s|s||", 1, "three shapes"),
        ("s|s|s|s|", 2, "four shapes"),
        ("s|s|s|s|s", 2, "five shapes"),
        ("s|S|S||", 0, "bonus shapes are no shapes"),
        ("hx|hx|hx||", 0, "other elements"),
    ],
    "space": [
        ("h||s||", 1, "two slots apart"),
        ("s||||h", 1, "four slots apart"),
        ("s|||h|", 1, "three slots apart"),
        ("h|s|||", 0, "adjacent"),
        ("hs||||", 0, "in the same slot"),
        ("|s|h|s|", 0, "shapes on both sides, both adjacent"),
        ("h||s|s|h", 2, "the first hue must leave the near shape"),
        ("h|s|s||h", 2, "the last hue must leave the near shape"),
        ("s||h|h|s", 2, "the first shape must leave the near hue"),
        ("h|h|||s", 1, "one shape pairs once"),
        ("h||h|s|", 1, "the second hue finds no partner"),
        ("hs||hs||", 2, "crosswise"),
        ("hs||hs||hs", 3, "each of the three takes a step on"),
        ("hs|hs|hs|hs|hs", 5, "all ten find a partner"),
        ("H||s||h", 1, "bonus icons do not pair"),
        ("h||h||h", 0, "hues alone"),
    ],
    "style": [
        ("x|x|||", 0, "two textures"),
        ("x||x||x", 1, "three textures"),
        ("x|x|x|x|", 1, "four textures"),
        ("x|x|x|x|x", 1, "five textures"),
        ("x|x|X|X|", 0, "bonus textures are no textures"),
        ("hs|hs|hs||", 0, "other elements"),
    ],
    "symmetry": [
        ("h||||h", 1, "the outer slots"),
        ("|s||s|", 1, "the inner slots"),
        ("||x||", 0, "the middle has no partner"),
        ("h|||h|", 0, "the first and the fourth"),
        ("h||h||", 0, "the first and the third"),
        ("|h|||h", 0, "the second and the fifth"),
        ("h||||s", 0, "different elements"),
        ("h|h||h|h", 2, "one element in both pairs of slots"),
        ("o|x||x|o", 2, "a different element in each"),
        ("hs||||hs", 2, "two elements in one pair of slots"),
        ("hs|xo||xo|hs", 4, "two in each"),
        ("hs||||ho", 1, "only one of the two is mirrored"),
        ("H|X||X|H", 0, "bonus icons do not pair"),
    ],
    "variety": [
        ("hs|xo|||", 1, "one of each"),
        ("s|x|o|s|x", 0, "no hue"),
        ("h|x|o|h|x", 0, "no shape"),
        ("h|s|o|h|s", 0, "no texture"),
        ("h|s|x|h|s", 0, "no tone"),
        ("H|s|x|o|", 0, "a bonus hue is no hue"),
        ("hs|xo|hs|x|", 1, "the second set is not complete"),
        ("hs|xo|hs|xo|", 2, "two of each"),
        ("hs|xo|hs|xo|hs", 2, "two of each and two more"),
    ],
}


@pytest.mark.parametrize(
    ("condition", "letters", "number"),
    [
        pytest.param(condition, letters, number, id=f"R-C5: {condition}: {why}")
        for condition, rows in ROWS.items()
        for letters, number, why in rows
    ],
)
def test_it_counts_the_ribbons(condition: Condition, letters: str, number: int) -> None:
    cards = (Card("Card", condition, (1, 2, 3, 4, 5)), *HAND_CARDS[1:])
    assert ribbons(table(cards, Ada=(shows(letters),)), "Ada", "Card") == [number]


@pytest.mark.parametrize(
    ("letters", "first", "second"),
    [
        pytest.param(
            "s|s|s||", ("repetition", 1), ("movement", 1), id="R-C3: again for another card"
        ),
        pytest.param(
            "hs||hs||",
            ("repetition", 1),
            ("space", 2),
            id="R-C3: as many disjoint sets as there are",
        ),
        pytest.param(
            "xo|xo|x||", ("style", 1), ("proximity", 2), id="R-C3: the fullest choice of sets"
        ),
    ],
)
def test_it_uses_an_icon_once_for_each_card(
    letters: str, first: tuple[Condition, int], second: tuple[Condition, int]
) -> None:
    cards = (Card("First", first[0], (1, 2)), Card("Second", second[0], (1, 2)), *HAND_CARDS[2:])
    state = table(cards, Ada=(shows(letters),))
    assert ribbons(state, "Ada", "First") == [first[1]]
    assert ribbons(state, "Ada", "Second") == [second[1]]


@pytest.mark.parametrize(
    ("painting", "number"),
    [
        pytest.param(shows("hs|xo|hs|xo|hs"), 0, id="R-C5: by-hand: not counted means none"),
        pytest.param(shows("hs|xo|hs|xo|hs", Unity=0), 0, id="R-C5: by-hand: none"),
        pytest.param(shows("||||", Unity=2), 2, id="R-C5: by-hand: what the table counted"),
    ],
)
def test_it_takes_a_hand_count_beside_icons(painting: Painting, number: int) -> None:
    assert ribbons(table(Ada=(painting,)), "Ada", "Unity") == [number]


def test_it_has_rows_for_every_condition() -> None:
    assert {*ROWS, BY_HAND} == {*EARNED, BY_HAND} == {*get_args(Condition)}
