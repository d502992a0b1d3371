"""Artem: what the fields of its forms take, from the lowest to the highest."""

from tests.form_fields import fields_of


def test_each_field_takes_what_is_meant_and_no_more() -> None:
    assert fields_of("games.artem") == {
        "forms.DeckForm.deck": "main-deck color-deck, optional",
        "forms.TurnCorrection.out": "anything, optional",
        "forms.TurnForm.claim": "one of many, optional",
        "options.Options.variant": "standard all-in",
        "options.Options.directions": "universal relative",
        "sheet.DeckField.deck": "- main-deck color-deck, optional",
    }
