"""#ARTBOX: the forms of its taps."""

from typing import Any, Self

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from games.artbox.models import OpenRound
from games.artbox.open_round import read_draft
from games.artbox.rules import (
    DICE,
    ROUNDS,
    SEATS,
    EntryRefusal,
    Round,
    State,
    words_on_display,
)
from games.artbox.words.spelling import key_of, normalize
from scoring.core.refusals import Refused
from scoring.models import Session
from scoring.play.taps import DraftForm, NextEntryForm
from scoring.web.table_access import Visit

SHAPES = [
    ("circle", _("Circle")),
    ("square", _("Square")),
    ("triangle", _("Triangle")),
    ("line", _("Line")),
]

MOST_WORDS = 10


# A telephone would write the first letter in capitals and "correct" names.
AS_TYPED = {
    "autocapitalize": "none",
    "autocomplete": "off",
    "autocorrect": "off",
    "spellcheck": "false",
}


class WordField(forms.CharField):
    """A word to draw, spelled as the others of its round are."""

    def __init__(self, **values: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs=AS_TYPED), **values)

    def to_python(self, value: Any) -> str:
        return normalize(super().to_python(value) or "")


class OpenRoundForm(DraftForm):
    """A tap on the round that is being entered; `number` is the one that the page showed."""

    number = forms.IntegerField(min_value=1, max_value=10_000)


class SeatTap(OpenRoundForm):
    described_by = ("seat",)
    seat = forms.IntegerField(min_value=1, max_value=SEATS[-1])


class JudgeTap(SeatTap):
    broken = forms.TypedChoiceField(
        coerce=lambda value: value == "yes", choices=[("yes",) * 2, ("no",) * 2]
    )


class DieTap(OpenRoundForm):
    die = forms.IntegerField(min_value=1, max_value=DICE)
    shape = forms.ChoiceField(choices=SHAPES, required=False)


class WayTap(OpenRoundForm):
    way = forms.ChoiceField(choices=OpenRound.Way.choices)


class DealTap(OpenRoundForm):
    own = forms.BooleanField(required=False)


class OwnWordTap(OpenRoundForm):
    nth = forms.IntegerField(min_value=1, max_value=2)


class ExchangeTap(OwnWordTap):
    seen = forms.CharField(required=False, strip=False)


class WriteTap(OwnWordTap):
    word = forms.CharField(required=False)


class GuessTap(OpenRoundForm):
    """A guess. `right` of "3x1": the guesser in seat 3 had one right; "0x0": nobody else any."""

    described_by = ("author",)
    author = forms.IntegerField(min_value=1, max_value=SEATS[-1])
    right = forms.RegexField(r"^[0-8]x[0-2]$")

    def arguments(self) -> dict[str, Any]:
        guesser, right = map(int, self.cleaned_data["right"].split("x"))
        return {**super().arguments(), "guesser": guesser, "right": right}


class RoundForm(NextEntryForm):
    """The round that is being entered, as it is when the form is recorded."""

    action = "round"
    entries = ROUNDS
    # Nobody guessed the drawings that nothing was entered about.
    others_by_nobody = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, session: Session, **kwargs: Any) -> None:
        self.session = session
        super().__init__(*args, **kwargs)

    @classmethod
    def posted(cls, data: QueryDict, visit: Visit) -> Self:
        return cls(data, session=visit.session)

    def entry(self, state: State, at: int) -> Round:
        draft = read_draft(self.session, at + 1)
        if missing := draft.missing_finishers(state):
            path = ("rounds", at, "finish")
            raise Refused(path, EntryRefusal.STILL_DRAWING, names=tuple(missing))
        missing = draft.missing_authors(state)
        if missing and not self.cleaned_data["others_by_nobody"]:
            path = ("rounds", at, "guesses")
            raise Refused(path, EntryRefusal.NOT_GONE_THROUGH, names=tuple(missing))
        return draft.round(state)


# Guess sheets


class TellPlaceTap(OpenRoundForm):
    nth = forms.IntegerField(min_value=1, max_value=2)
    place = forms.IntegerField(min_value=0, max_value=8)


class TellWordTap(OpenRoundForm):
    nth = forms.IntegerField(min_value=1, max_value=2)
    word = forms.IntegerField(min_value=0, max_value=MOST_WORDS)


class MatchTap(OpenRoundForm):
    described_by = ("drawing",)
    drawing = forms.IntegerField(min_value=1, max_value=8)
    word = forms.IntegerField(min_value=0, max_value=MOST_WORDS)


class RevealTap(OpenRoundForm):
    early = forms.BooleanField(required=False)


class NextDrawingTap(OpenRoundForm):
    described_by = ("drawing",)
    drawing = forms.IntegerField(min_value=1, max_value=SEATS[-1])


class WordsForm(OpenRoundForm):
    """The words on display: as many as drawings and decoys, all different."""

    seen = forms.CharField(required=False)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, words_on_display(state) + 1):
            self.fields[f"word_{place}"] = WordField(
                label=now("Word %(number)d") % {"number": place}, max_length=40
            )

    @property
    def boxes(self) -> list[BoundField]:
        return [self[name] for name in self.fields if name.startswith("word_")]

    def clean(self) -> None:
        seen: set[str] = set()
        for name in self.fields:
            word = self.cleaned_data.get(name)
            if name.startswith("word_") and isinstance(word, str):
                if key_of(word) in seen:
                    self.add_error(name, now("This word is already in the list."))
                seen.add(key_of(word))

    def arguments(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        words = [cleaned[name] for name in self.fields if name.startswith("word_")]
        return {"number": cleaned["number"], "words": words, "seen": cleaned["seen"] or None}
