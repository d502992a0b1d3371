"""Duplik: what the fields of its forms take, from the lowest to the highest."""

from tests.form_fields import fields_of


def test_each_field_takes_what_is_meant_and_no_more() -> None:
    assert fields_of("games.duplik") == {
        "forms.BeginForm.super_criterion": "- 1 2 3 4 5 6 7 8 9 10, optional",
        "forms.BeginForm.title": "200 letters, optional",
        "forms.CallTap.criterion": "1 2 3 4 5 6 7 8 9 10, optional",
        "forms.DecisionTap.met": "1 0",
        "forms.DescribeTap.super_criterion": "1 2 3 4 5 6 7 8 9 10",
        "forms.DescribeTap.title": "200 letters, optional",
        "forms.DisputeTap.criterion": "1 2 3 4 5 6 7 8 9 10",
        "forms.DoneTap.done": "anything, optional",
        "forms.GridForm.super_criterion": "1 2 3 4 5 6 7 8 9 10",
        "forms.GridForm.title": "200 letters, optional",
        "forms.RoundCorrection.out": "anything, optional",
        "forms.SideTap.side": "left right",
        "forms.TickTap.met": "1 2 3 4 5 6 7 8 9 10, optional",
        "forms.TickTap.before": "1 2 3 4 5 6 7 8 9 10, optional",
        "forms.TickTap.box": "1 2 3 4 5 6 7 8 9 10, optional",
        "options.Options.laps": "1 2 3",
    }
