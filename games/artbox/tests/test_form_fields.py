"""#ARTBOX: what the fields of its forms take, from the lowest to the highest."""

from tests.form_fields import fields_of


def test_each_field_takes_what_is_meant_and_no_more() -> None:
    assert fields_of("games.artbox") == {
        "correction.RoundCorrection.out": "anything, optional",
        "forms.DealTap.own": "anything, optional",
        "forms.DieTap.die": "1 to 4",
        "forms.DieTap.shape": "circle square triangle line, optional",
        "forms.ExchangeTap.seen": "anything, optional",
        "forms.GuessTap.author": "1 to 8",
        "forms.JudgeTap.broken": "yes no",
        "forms.MatchTap.drawing": "1 to 8",
        "forms.MatchTap.word": "0 to 10",
        "forms.NextDrawingTap.drawing": "1 to 8",
        "forms.OpenRoundForm.number": "1 to 10000",
        "forms.OwnWordTap.nth": "1 to 2",
        "forms.RevealTap.early": "anything, optional",
        "forms.RoundForm.others_by_nobody": "anything, optional",
        "forms.SeatTap.seat": "1 to 8",
        "forms.TellPlaceTap.nth": "1 to 2",
        "forms.TellPlaceTap.place": "0 to 8",
        "forms.TellWordTap.nth": "1 to 2",
        "forms.TellWordTap.word": "0 to 10",
        "forms.WayTap.way": "grid sheets",
        "forms.WriteTap.word": "anything, optional",
        "forms.WordsForm.seen": "anything, optional",
        "options.Options.edition": "en-2020 fr-2019",
        "options.Options.variant": "standard experienced simplified",
        "options.Options.two_drawings": "- no, optional",
    }
