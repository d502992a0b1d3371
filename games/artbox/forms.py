"""#ARTBOX: what a table says."""

from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from games.artbox.draft import read_draft
from games.artbox.live import LiveRefusal
from games.artbox.models import OpenRound
from games.artbox.rules import DICE, SEATS, State, add_round, words_on_display
from scoring.core.entries import check_next
from scoring.core.refusals import Refused
from scoring.documents.schema import given
from scoring.models import Session
from scoring.play.opening import OptionsForm
from scoring.play.taps import TapForm

SHAPES = [
    ("circle", _("Circle")),
    ("square", _("Square")),
    ("triangle", _("Triangle")),
    ("line", _("Line")),
]

MOST_WORDS = 10


class ArtboxOptions(OptionsForm):
    refusal_fields = {"edition": "edition", "variant": "variant", "two_drawings": "two_drawings"}
    edition = forms.ChoiceField(
        label=_("Rulebook"),
        widget=forms.RadioSelect,
        initial="en-2020",
        choices=[
            ("en-2020", _("English, 2020: a tie on right guesses goes to the lower Number token")),
            (
                "fr-2019",
                _("French, 2019: a tie on right guesses goes to the drawing more people guessed"),
            ),
        ],
    )
    variant = forms.ChoiceField(
        label=_("Rules"),
        widget=forms.RadioSelect,
        initial="standard",
        help_text=_("How many tokens end the game depends on how many of you play."),
        choices=[
            ("standard", _("Standard: 5 tokens with 3 or 4 players, 4 with 5 or 6, 3 with 7 or 8")),
            (
                "experienced",
                _(
                    "Experienced: two colours of token. 2 red and 2 gray end it, or 6 of one"
                    " colour; with 7 or 8 players 1 and 1, or 4 of one"
                ),
            ),
            (
                "simplified",
                _(
                    "Simplified: no Number tokens, every drawing counts, ties all get a token."
                    " English rulebook: 2 tokens fewer end it, French rulebook: 2 more"
                ),
            ),
        ],
    )
    two_drawings = forms.ChoiceField(
        label=_("With three players"),
        widget=forms.RadioSelect,
        initial="",
        required=False,
        choices=[
            ("", _("Two drawings each, as the rulebook says; with more players always one")),
            ("no", _("One drawing each, also with three")),
        ],
    )

    def document(self) -> dict[str, Any]:
        said = self.cleaned_data
        two = False if said.get("two_drawings") == "no" else None
        options = given(variant=said.get("variant"), two_drawings=two)
        return {"rounds": [], "edition": said.get("edition"), "options": options}


class LiveForm(TapForm):
    """A tap that changes what is being entered, and no State yet."""

    action = "entering"
    number = forms.IntegerField(min_value=1, max_value=10_000)

    def said(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "key"}


class SeatTap(LiveForm):
    seat = forms.IntegerField(min_value=1, max_value=SEATS[-1])


class JudgeTap(SeatTap):
    broken = forms.TypedChoiceField(
        coerce=lambda said: said == "yes", choices=[("yes",) * 2, ("no",) * 2]
    )


class DieTap(LiveForm):
    die = forms.IntegerField(min_value=1, max_value=DICE)
    shape = forms.ChoiceField(choices=SHAPES, required=False)


class WayTap(LiveForm):
    way = forms.ChoiceField(choices=OpenRound.Way.choices)


class AuthorTap(LiveForm):
    author = forms.IntegerField(min_value=1, max_value=SEATS[-1])


class GuessTap(AuthorTap):
    """`right` of "3x1": the guesser in seat 3 had one right; seat 0 is nobody."""

    right = forms.RegexField(r"^[0-8]x[0-2]$")

    def said(self) -> dict[str, Any]:
        guesser, right = map(int, self.cleaned_data["right"].split("x"))
        return {**super().said(), "guesser": guesser, "right": right}


class RoundForm(TapForm):
    """The round as it stands in what is being entered, at the moment of recording."""

    action = "round"
    at = forms.IntegerField(min_value=0, max_value=10_000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, session: Session, **kwargs: Any) -> None:
        self.session = session
        super().__init__(*args, **kwargs)

    def change(self, state: State) -> State:
        at = self.cleaned_data["at"]
        check_next(state.rounds, at, ("rounds",))
        draft = read_draft(self.session, at + 1)
        if missing := draft.missing_finishers(state):
            path = ("rounds", at, "finish")
            raise Refused(path, LiveRefusal.STILL_DRAWING, names=tuple(missing))
        if missing := draft.missing_authors(state):
            path = ("rounds", at, "guesses")
            raise Refused(path, LiveRefusal.NOT_GONE_THROUGH, names=tuple(missing))
        return add_round(state, draft.round(state))


# Ballots


class TellPlaceTap(LiveForm):
    nth = forms.IntegerField(min_value=1, max_value=2)
    place = forms.IntegerField(min_value=0, max_value=8)


class TellWordTap(LiveForm):
    nth = forms.IntegerField(min_value=1, max_value=2)
    word = forms.IntegerField(min_value=0, max_value=MOST_WORDS)


class MatchTap(LiveForm):
    drawing = forms.IntegerField(min_value=1, max_value=8)
    word = forms.IntegerField(min_value=0, max_value=MOST_WORDS)


class RevealTap(LiveForm):
    early = forms.BooleanField(required=False)


class WordsForm(LiveForm):
    """The words on display: as many as drawings and decoys, all different."""

    seen = forms.CharField(required=False)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, words_on_display(state) + 1):
            self.fields[f"word_{place}"] = forms.CharField(
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
                if word.casefold() in seen:
                    self.add_error(name, now("This word is already there."))
                seen.add(word.casefold())

    def said(self) -> dict[str, Any]:
        said = self.cleaned_data
        words = [said[name] for name in self.fields if name.startswith("word_")]
        return {"number": said["number"], "words": words, "seen": said["seen"] or None}
