"""Canvas: the facts that the editions print, typed in a second time in another notation."""

from collections import Counter

import pytest

from games.canvas.catalogue import ART_CARDS, EDITIONS, SCORING_CARDS, SETUPS, Edition, Side
from games.canvas.conditions import Icon

# name: the ribbons' worth, then the condition
FIRST_PRINTING = {
    "Composition": "1-3-9 composition",
    "Consistency": "3-6-10 consistency",
    "Emphasis": "1-4-11 emphasis",
    "Hierarchy": "4-9-15 hierarchy-tone",
    "Movement": "3-7-12 movement",
    "Proximity": "2-5-8-12 proximity",
    "Proportion": "2-5-10 proportion",
    "Repetition": "3-7-11-16 repetition",
    "Space": "2-4-7-11 space",
    "Style": "4-10-18 style",
    "Symmetry": "1-3-6-11 symmetry",
    "Variety": "4-8-13 variety",
}
RETAIL = {
    "Composition": "composition",
    "Hierarchy": "hierarchy-texture",
    "Movement": "movement",
    "Proximity": "proximity",
    "Repetition": "repetition",
    "Space": "space",
    "Symmetry": "symmetry",
    "Unity": "by-hand",
    "Variety": "variety",
}
FIRST_WORDS = """
    Chosen Corrupted Deep Delicate Divine Exploring Extreme Fading Forbidden Fragile Graceful
    Harmonious Heavy Heightened Illuminated Imminent Improbable Innocent Liberated Masked
    Melancholy Ominous Peaceful Precious Risky Sudden Unashamed Vast Wandering Whimsical
"""
LAST_WORDS = """
    Adventure Anxiety Attraction Bait Beauty Childhood Complexity Curiosity Darkness Dreams
    Escape Expanse Freedom Game Mess Mistake Moment Nature Nightmare Obstacle Perspective Pride
    Purpose Revolution Sanctuary Surrender Trap Truth View Warning
"""
# how many cards show the icon in slots 1, 2, 3, 4 and 5
ICONS: dict[Icon, tuple[int, ...]] = {
    "hue": (7, 7, 7, 6, 7),
    "shape": (7, 7, 7, 7, 6),
    "texture": (7, 6, 7, 7, 7),
    "tone": (6, 7, 7, 7, 7),
    "bonus-hue": (1, 0, 1, 1, 1),
    "bonus-shape": (1, 1, 1, 0, 1),
    "bonus-texture": (1, 1, 1, 1, 0),
    "bonus-tone": (0, 1, 1, 1, 1),
}
# how many icons the cards with a first word show, and those with a last word
ICONS_BY_SIDE: dict[Icon, tuple[int, int]] = {
    "hue": (15, 19),
    "shape": (19, 15),
    "texture": (16, 18),
    "tone": (19, 15),
    "bonus-hue": (3, 1),
    "bonus-shape": (2, 2),
    "bonus-texture": (1, 3),
    "bonus-tone": (1, 3),
}
SPELLED_OUT: dict[str, dict[int, set[Icon]]] = {
    "Precious": {1: {"shape", "texture"}, 2: {"bonus-tone"}},
    "Corrupted": {2: {"tone"}, 3: {"shape"}},
    "Liberated": {1: {"hue", "texture"}, 3: {"texture"}},
    "Forbidden": {1: {"bonus-hue"}, 4: {"texture", "tone"}},
    "Vast": {1: {"bonus-shape"}, 5: {"hue", "tone"}},
    "Masked": {2: {"shape"}, 3: {"shape", "texture"}},
    "Beauty": {3: {"hue"}, 4: {"shape"}},
    "Trap": {2: {"texture"}, 5: {"bonus-shape"}},
    "Curiosity": {3: {"bonus-texture"}, 4: {"hue", "tone"}},
    "Purpose": {4: {"tone"}, 5: {"texture", "tone"}},
    "Moment": {4: {"hue", "texture"}, 5: {"bonus-tone"}},
    "Warning": {4: {"bonus-hue"}, 5: {"tone"}},
}


def test_it_knows_the_editions() -> None:
    assert EDITIONS == ("retail", "r2i-2021")
    assert set(SCORING_CARDS) == set(SETUPS) == set(EDITIONS)


def test_it_knows_the_rows_of_the_first_printing() -> None:
    """R-C2, R-C5."""
    printed = {
        name: "-".join(str(number) for number in card.points or ()) + f" {card.condition}"
        for name, card in SCORING_CARDS["r2i-2021"].items()
    }
    assert printed == FIRST_PRINTING


def test_it_knows_only_the_conditions_of_retail() -> None:
    """R-C2, R-C5: its rows are only on the cards."""
    known = SCORING_CARDS["retail"]
    assert {name: card.condition for name, card in known.items()} == RETAIL
    assert {card.points for card in known.values()} == {None}


@pytest.mark.parametrize(
    ("edition", "name", "cards"),
    [
        ("retail", "First game", "Variety Repetition Unity Composition"),
        ("r2i-2021", "First game", "Composition Emphasis Repetition Variety"),
        ("r2i-2021", "Family", "Composition Variety"),
        ("r2i-2021", "Synergy", "Proximity Space Variety"),
        ("r2i-2021", "Balanced", "Consistency Emphasis Hierarchy Proportion"),
        ("r2i-2021", "No elements", "Composition Consistency Proportion Symmetry"),
        ("r2i-2021", "All elements", "Emphasis Hierarchy Repetition Style"),
        ("r2i-2021", "Spatial", "Movement Proximity Space Symmetry"),
        ("r2i-2021", "Bonus", "Hierarchy Movement Proportion Style"),
    ],
)
def test_it_knows_the_named_setups(edition: Edition, name: str, cards: str) -> None:
    assert SETUPS[edition][name] == tuple(cards.split())


def test_it_begins_with_the_first_game_and_has_no_other_setups() -> None:
    assert [next(iter(SETUPS[edition])) for edition in EDITIONS] == ["First game", "First game"]
    assert [len(SETUPS[edition]) for edition in EDITIONS] == [1, 8]


@pytest.mark.parametrize(("side", "words"), [("L", FIRST_WORDS), ("R", LAST_WORDS)])
def test_it_knows_which_word_of_a_title_a_card_gives(side: Side, words: str) -> None:
    """R-C8."""
    names = sorted(name for name, card in ART_CARDS.items() if card.side == side)
    assert names == words.split()
    assert len(names) == 30


@pytest.mark.parametrize(("icon", "cards"), ICONS.items(), ids=ICONS)
def test_it_shows_each_icon_as_often_in_each_slot(icon: Icon, cards: tuple[int, ...]) -> None:
    shown = [sum(icon in card.slots[at] for card in ART_CARDS.values()) for at in range(5)]
    assert tuple(shown) == cards


@pytest.mark.parametrize(("icon", "both"), ICONS_BY_SIDE.items(), ids=ICONS_BY_SIDE)
def test_it_shows_each_icon_as_often_on_each_side(icon: Icon, both: tuple[int, int]) -> None:
    shown = Counter(
        card.side for card in ART_CARDS.values() for icons in card.slots if icon in icons
    )
    assert (shown["L"], shown["R"]) == both


@pytest.mark.parametrize(("name", "icons"), SPELLED_OUT.items(), ids=SPELLED_OUT)
def test_it_knows_where_the_icons_of_a_card_are(name: str, icons: dict[int, set[Icon]]) -> None:
    slots = ART_CARDS[name].slots
    assert {number: set(shown) for number, shown in enumerate(slots, 1) if shown} == icons


def test_it_has_two_or_three_icons_on_every_card_and_five_slots() -> None:
    for card in ART_CARDS.values():
        assert len(card.slots) == 5
        assert sum(map(len, card.slots)) in {2, 3}
        assert sum(map(bool, card.slots)) == 2
