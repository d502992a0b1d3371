"""A score pad of Canvas: icons as letters for each slot, or ribbons and bonus points by hand."""

import pytest
from django.utils import translation

from games.canvas.cards import Card
from games.canvas.rules import Painting, State
from games.canvas.sheet import LETTERS, SHEET
from scoring.sheets.contract import WrongCell

CARDS = ("Composition", "Emphasis", "Repetition", "Variety")
EMPTY = State(
    ("Ida", "Joe"), edition="r2i-2021", cards=tuple(Card(name) for name in CARDS), paintings={}
)


def read(**cells: str) -> Painting:
    line = SHEET.read(EMPTY, {"player": "2", **cells})
    assert line.name == "Joe"
    return line.painting


def test_icons_are_letters_and_a_plus_is_a_bonus() -> None:
    painting = read(slot1="h s", slot2="T", slot4="o+h", slot5="-")
    assert painting.slots == (("hue", "shape"), ("texture",), (), ("tone", "bonus-hue"), ())
    assert painting.bonus is None


def test_in_french_the_letters_are_others() -> None:
    with translation.override("fr"):
        assert read(slot1="ef", slot2="x+o").slots == (
            ("hue", "shape"),
            ("texture", "bonus-tone"),
            (),
            (),
            (),
        )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_letter_is_for_two_icons(language: str) -> None:
    with translation.override(language):
        assert len({str(letter) for letter in LETTERS.values()}) == len(LETTERS)


def test_ribbons_and_bonus_points_are_counted_by_hand() -> None:
    painting = read(card1="1", card4="2", bonus="4", title="After the rain")
    assert painting == Painting(
        bonus=4, ribbons={"Composition": 1, "Variety": 2}, title="After the rain"
    )


def test_art_cards_are_named() -> None:
    assert read(art="One / Two/Three").art == ("One", "Two", "Three")


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        ("slot2", {"slot2": "hq"}),
        ("slot1", {"slot1": "h+"}),
        ("card1", {"card1": "x"}),
        ("bonus", {"bonus": "-3"}),
        ("slot1", {"title": "Nothing"}),
    ],
)
def test_what_cannot_be_read_is_refused_in_its_cell(column: str, cells: dict[str, str]) -> None:
    with pytest.raises(WrongCell) as refused:
        read(**cells)
    assert refused.value.column == column
