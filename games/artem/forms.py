"""Artem: the forms of its taps."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.artem.rules import (
    ALL_IN_PLAYS,
    LENGTHS,
    TURNS,
    Claim,
    State,
    Turn,
    claim_points,
    player_at,
    plays,
    set_deck_out,
)
from scoring.play.taps import CorrectionForm, NextEntryForm, TapForm

CLAIMS = [f"{play}x{length}" for play in ALL_IN_PLAYS for length in LENGTHS]
DECKS = [("main-deck", _("Main deck")), ("color-deck", _("Colour deck"))]


def _claim(value: str) -> Claim:
    """Read "1x4": a row of four, claimed with the first play."""
    play, length = value.split("x")
    return Claim(play=int(play), length=int(length))


class OneRowPerPlay(forms.SelectMultiple):
    """Read a choice for each play, `claim-1` to `claim-5`, beside a button that has its claim."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        claimed = super().value_from_datadict(data, files, name) or []
        chosen = [data.get(f"{name}-{play}") for play in ALL_IN_PLAYS]
        return [*claimed, *filter(None, chosen)]


class TurnForm(NextEntryForm):
    """A turn with its claims, or with none."""

    action = "turn"
    entries = TURNS
    refusal_fields = {"turns": "claim"}
    claim = forms.TypedMultipleChoiceField(
        required=False,
        coerce=_claim,
        choices=[(value, "") for value in CLAIMS],
        widget=OneRowPerPlay,
    )

    def play_rows(self, state: State) -> list[dict[str, Any]]:
        """Return a row for each play: what may be claimed with it, and for how many points."""
        chosen = self["claim"].value() or ()
        rows = []
        for play in plays(state):
            claims = [
                {
                    "value": f"{play}x{length}",
                    "length": length,
                    "points": claim_points(Claim(play, length)),
                    "chosen": f"{play}x{length}" in chosen,
                }
                for length in LENGTHS
            ]
            any_chosen = any(claim["chosen"] for claim in claims)
            rows.append({"play": play, "claims": claims, "chosen": any_chosen})
        return rows

    def entry(self, state: State, at: int) -> Turn:
        claims = sorted(self.cleaned_data["claim"], key=lambda claim: claim.play)
        return Turn(player=player_at(state, at), claims=tuple(claims))


class FirstRoundForm(NextEntryForm):
    """The turns without a claim that are left of the first round, in one tap (R-M3)."""

    action = "first-round"
    entries = TURNS

    def change(self, state: State) -> State:
        TURNS.check_next(state, self.cleaned_data["at"])
        for at in range(len(state.turns), len(state.players)):
            state = TURNS.add(state, Turn(player=player_at(state, at), claims=()))
        return state


class TurnCorrection(CorrectionForm, TurnForm):
    action = "correct-turn"
    end_label = ngettext_lazy(
        "End the game after turn %(last)s (turn %(removed)s is deleted)",
        "End the game after turn %(last)s (turns %(removed)s are deleted)",
        "many",
    )
    page = "artem/turn.html"
    out = forms.BooleanField(label=_("This turn was never played: delete it"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["claim"] = [f"{claim.play}x{claim.length}" for claim in self.before.claims]
        self.plays = self.play_rows(self.state)

    def entry(self, state: State, at: int) -> Turn:
        """Return the turn; a claim that stays keeps the colour that a document gave it."""
        turn = super().entry(state, at)
        recorded = {(claim.play, claim.length): claim for claim in TURNS.find(state, at).claims}
        claims = [recorded.get((claim.play, claim.length), claim) for claim in turn.claims]
        return replace(turn, claims=tuple(claims))


class DeckForm(TapForm):
    action = "deck"
    deck = forms.ChoiceField(required=False, choices=DECKS)

    def change(self, state: State) -> State:
        return set_deck_out(state, self.cleaned_data["deck"] or None)
