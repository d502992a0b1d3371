"""Canvas: what the fields of its forms take, from the lowest to the highest."""

from tests.form_fields import fields_of


def test_each_field_takes_what_is_meant_and_no_more() -> None:
    assert fields_of("games.canvas") == {
        "admin.entry.PaintingForm.slot_1": "one of many, optional",
        "admin.entry.PaintingForm.slot_2": "one of many, optional",
        "admin.entry.PaintingForm.slot_3": "one of many, optional",
        "admin.entry.PaintingForm.slot_4": "one of many, optional",
        "admin.entry.PaintingForm.slot_5": "one of many, optional",
        "admin.entry.PaintingForm.art_1": "one of many, optional",
        "admin.entry.PaintingForm.art_2": "one of many, optional",
        "admin.entry.PaintingForm.art_3": "one of many, optional",
        "admin.entry.PaintingForm.hand_1": "from 0, optional",
        "admin.entry.PaintingForm.hand_2": "from 0, optional",
        "admin.entry.PaintingForm.hand_3": "from 0, optional",
        "admin.entry.PaintingForm.hand_4": "from 0, optional",
        "admin.entry.TableCardForm.points": "anything, optional",
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
