"""#ARTBOX: correcting a round that was recorded."""

from typing import Any, ClassVar

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.artbox.forms import SHAPES
from games.artbox.rules import (
    DICE,
    ROUNDS,
    Round,
    State,
    drawings_each,
    is_simplified,
)
from scoring.play.taps import CorrectionForm


class RoundCorrection(CorrectionForm):
    """All values of a round, with fields for the players and the rules of this table."""

    action = "correct-round"
    end_label = ngettext_lazy(
        "End the game after round %(last)s (round %(removed)s is deleted)",
        "End the game after round %(last)s (rounds %(removed)s are deleted)",
        "many",
    )
    page = "artbox/round.html"
    entries = ROUNDS
    refusal_fields: ClassVar = {"finish": "finish_1", "invalid": "invalid", "dice": "die_1"}
    out = forms.BooleanField(label=_("This round was never played: delete it"), required=False)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, state=state, **kwargs)
        self.players = state.players
        self.each = drawings_each(state)
        self.numbered = not is_simplified(state)
        round = self.before
        if self.numbered:
            self._add_finish(round)
        self._add_guesses(round)
        self._add_dice(round)

    def _add_finish(self, round: Round) -> None:
        names = [(name, name) for name in self.players]
        for token, name in enumerate(round.finish or (), 1):
            self.fields[f"finish_{token}"] = forms.ChoiceField(
                label=now("Number token %(number)d") % {"number": token},
                choices=names,
                initial=name,
            )
        self.fields["invalid"] = forms.MultipleChoiceField(
            choices=names,
            widget=forms.CheckboxSelectMultiple,
            required=False,
            initial=round.invalid or (),
        )

    def _add_guesses(self, round: Round) -> None:
        for author in range(1, len(self.players) + 1):
            for guesser in self._others(author):
                name, by = self.players[author - 1], self.players[guesser - 1]
                right = round.guesses.get(by, {}).get(name, 0)
                self.fields[f"right_{guesser}_{author}"] = self._guess_field(by, right)

    def _guess_field(self, label: str, right: int) -> forms.Field:
        if self.each == 1:
            return forms.BooleanField(label=label, required=False, initial=bool(right))
        return forms.TypedChoiceField(
            label=label,
            coerce=int,
            choices=[(number, str(number)) for number in range(self.each + 1)],
            initial=right,
        )

    def _others(self, author: int) -> list[int]:
        return [place for place in range(1, len(self.players) + 1) if place != author]

    def _add_dice(self, round: Round) -> None:
        for die in range(1, DICE + 1):
            self.fields[f"die_{die}"] = forms.ChoiceField(
                label=now("Die %(number)d") % {"number": die},
                choices=[("", "–"), *SHAPES],
                required=False,
                initial=round.dice[die - 1] if round.dice else "",
            )

    def refused_at(self) -> list[BoundField]:
        """Return the fields at which the page has a place for a refusal."""
        return [self[name] for name in ("finish_1", "invalid", "die_1") if name in self.fields]

    @property
    def finishers(self) -> list[BoundField]:
        return [self[name] for name in self.fields if name.startswith("finish_")]

    @property
    def dice(self) -> list[BoundField]:
        return [self[name] for name in self.fields if name.startswith("die_")]

    @property
    def authors(self) -> list[dict[str, Any]]:
        return [
            {
                "name": name,
                "fields": [self[f"right_{guesser}_{author}"] for guesser in self._others(author)],
            }
            for author, name in enumerate(self.players, 1)
        ]

    def clean(self) -> None:
        dice = [self.cleaned_data.get(f"die_{die}") for die in range(1, DICE + 1)]
        if any(dice) and not all(dice):
            self.add_error("die_1", now("Enter all four dice, or none."))

    def entry(self, state: State, at: int) -> Round:
        cleaned = self.cleaned_data
        guesses: dict[str, dict[str, int]] = {}
        for author, name in enumerate(self.players, 1):
            for guesser in self._others(author):
                if right := int(cleaned[f"right_{guesser}_{author}"]):
                    guesses.setdefault(self.players[guesser - 1], {})[name] = right
        finish = tuple([cleaned[name] for name in self.fields if name.startswith("finish_")])
        dice = tuple([cleaned[f"die_{die}"] for die in range(1, DICE + 1)])
        return Round(
            guesses=guesses,
            finish=finish if self.numbered else None,
            invalid=tuple(cleaned["invalid"]) if self.numbered else None,
            dice=dice if all(dice) else None,
        )
