"""Canvas: which scoring cards lie on the table, and what they are worth (R-C2)."""

import pytest

from games.canvas.cards import Card, CardRefusal, PlayedCard, played_cards
from games.canvas.catalogue import Edition
from games.canvas.tests.builders import HAND_CARDS, by_hand

ONE = (1,)


@pytest.mark.parametrize(
    ("edition", "card", "expected"),
    [
        pytest.param(
            "retail",
            Card("Variety", points=(2, 4, 7)),
            PlayedCard("Variety", "variety", (2, 4, 7)),
            id="R-C2: the edition knows the condition, the table writes the row",
        ),
        pytest.param(
            "retail",
            Card("Unity", points=ONE),
            PlayedCard("Unity", "by-hand", ONE),
            id="R-C5: Unity is counted by hand",
        ),
        pytest.param(
            "retail",
            Card("Chiaroscuro", "by-hand", ONE),
            PlayedCard("Chiaroscuro", "by-hand", ONE),
            id="R-C5: a card that retail’s catalogue does not know, counted by hand",
        ),
        pytest.param(
            "retail",
            Card("Style", "by-hand", ONE),
            PlayedCard("Style", "by-hand", ONE),
            id="R-C5: a card of the other edition, counted by hand",
        ),
        pytest.param(
            "retail",
            Card("Chiaroscuro", "style", ONE),
            PlayedCard("Chiaroscuro", "style", ONE),
            id="R-C2: a card of one’s own with a condition",
        ),
        pytest.param(
            "r2i-2021",
            Card("Style"),
            PlayedCard("Style", "style", (4, 10, 18)),
            id="R-C2: the first printing knows the row too",
        ),
        pytest.param(
            "r2i-2021",
            Card("Style", points=(1, 1)),
            PlayedCard("Style", "style", (1, 1)),
            id="R-C2: a row written down replaces the printed one",
        ),
        pytest.param(
            "r2i-2021",
            Card("Style", "by-hand"),
            PlayedCard("Style", "by-hand", (4, 10, 18)),
            id="R-C7: a known card may be counted by hand",
        ),
        pytest.param(
            "r2i-2021",
            Card("Unity", "by-hand", (0,)),
            PlayedCard("Unity", "by-hand", (0,)),
            id="R-C2: a ribbon may be worth nothing",
        ),
        pytest.param(
            "r2i-2021",
            Card("Hierarchy", "hierarchy-texture"),
            PlayedCard("Hierarchy", "hierarchy-texture", (4, 9, 15)),
            id="R-C5: the other edition’s hierarchy may be chosen",
        ),
        pytest.param(
            "retail",
            Card("Hierarchy", points=(0, 0, 2, 2, 999)),
            PlayedCard("Hierarchy", "hierarchy-texture", (0, 0, 2, 2, 999)),
            id="R-C2: a row is up to five long, never falls and ends at 999",
        ),
    ],
)
def test_it_fills_in_what_the_edition_prints(
    edition: Edition, card: Card, expected: PlayedCard
) -> None:
    assert played_cards(edition, (card, *HAND_CARDS[1:]))[0] == expected


@pytest.mark.parametrize(
    ("edition", "number"),
    [
        pytest.param("retail", 4, id="R-C2: four cards"),
        pytest.param("r2i-2021", 2, id="R-C2: the first printing begins at two"),
        pytest.param("r2i-2021", 3, id="R-C2: the first printing, three"),
        pytest.param("r2i-2021", 4, id="R-C2: the first printing ends at four"),
    ],
)
def test_it_plays_as_many_cards_as_the_edition_says(edition: Edition, number: int) -> None:
    cards = HAND_CARDS[:number]
    assert [card.name for card in played_cards(edition, cards)] == [card.name for card in cards]


@pytest.mark.parametrize(
    ("ribbons", "worth"),
    [
        pytest.param(0, 0, id="R-C2: zero ribbons are worth nothing"),
        pytest.param(1, 3, id="R-C2: the first entry"),
        pytest.param(2, 6, id="R-C2: the entry in the middle"),
        pytest.param(3, 10, id="R-C2: the last entry"),
    ],
)
def test_it_reads_the_worth_from_the_row(ribbons: int, worth: int) -> None:
    (card,) = by_hand("Unity")
    assert card.points is not None
    assert PlayedCard("Unity", "by-hand", card.points).worth(ribbons) == worth


@pytest.mark.parametrize("code", CardRefusal)
def test_it_spells_a_code_like_its_name(code: CardRefusal) -> None:
    assert code.value == code.name.lower().replace("_", "-")
