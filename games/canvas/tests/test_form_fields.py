"""Canvas: what the fields of its forms take, from the lowest to the highest."""

from tests.form_fields import fields_of


def test_each_field_takes_what_is_meant_and_no_more() -> None:
    assert fields_of("games.canvas") == {
        "forms.JudgeForm.choice": "60 letters, optional",
        "forms.PaintingCorrection.out": "anything, optional",
        "forms.PaintingForm.player": "60 letters",
        "forms.PaintingForm.at": "0 to 100",
        "forms.PaintingForm.way": "slots art hand",
        "forms.PaintingForm.bonus": "0 to 999, optional",
        "forms.PaintingForm.title": "200 letters, optional",
        "options.Options.cards": "anything, optional",
        "options.Options.cards_of": "anything, optional",
        "sheet.TokensAndJudge.choice": "anything, optional",
    }
