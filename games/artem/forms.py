"""Artem: the forms of its taps."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.artem.rules import (
    ALL_IN_PLAYS,
    LENGTHS,
    TURNS,
    Claim,
    State,
    Turn,
    player_at,
    set_deck_out,
)
from scoring.core.entries import check_next, find
from scoring.play.taps import TapForm

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


class TurnForm(TapForm):
    """A turn with its claims, or with none."""

    action = "turn"
    refusal_fields = {"turns": "claim"}
    at = forms.IntegerField(min_value=0, max_value=10_000, widget=forms.HiddenInput)
    claim = forms.TypedMultipleChoiceField(
        required=False,
        coerce=_claim,
        choices=[(value, "") for value in CLAIMS],
        widget=OneRowPerPlay,
    )

    def chosen(self) -> tuple[Claim, ...]:
        """Return the claims that were ticked, also where they were refused."""
        return tuple([_claim(value) for value in self["claim"].value() or () if value in CLAIMS])

    def turn(self, state: State, at: int) -> Turn:
        claims = sorted(self.cleaned_data["claim"], key=lambda claim: claim.play)
        return Turn(player=player_at(state, at), claims=tuple(claims))

    def change(self, state: State) -> State:
        at = self.cleaned_data["at"]
        check_next(state.turns, at, ("turns",))
        return TURNS.add(state, self.turn(state, at))


class FirstRoundForm(TapForm):
    """The turns without a claim that are left of the first round, in one tap (R-M3)."""

    action = "first-round"
    at = forms.IntegerField(min_value=0, max_value=10_000, widget=forms.HiddenInput)

    def change(self, state: State) -> State:
        check_next(state.turns, self.cleaned_data["at"], ("turns",))
        for at in range(len(state.turns), len(state.players)):
            state = TURNS.add(state, Turn(player=player_at(state, at), claims=()))
        return state


class TurnCorrection(TurnForm):
    action = "correct-turn"
    out = forms.BooleanField(label=_("This turn was never played: delete it"), required=False)

    def turn(self, state: State, at: int) -> Turn:
        """Return the turn; a claim that stays keeps the colour that a document gave it."""
        before, turn = find(state.turns, at, ("turns",)), super().turn(state, at)
        recorded = {(claim.play, claim.length): claim for claim in before.claims}
        claims = [recorded.get((claim.play, claim.length), claim) for claim in turn.claims]
        return replace(turn, claims=tuple(claims))

    def change(self, state: State) -> State:
        at = self.cleaned_data["at"]
        if self.cleaned_data["out"]:
            return TURNS.remove(state, at)
        return TURNS.replace(state, at, self.turn(state, at))


class DeckForm(TapForm):
    action = "deck"
    deck = forms.ChoiceField(required=False, choices=DECKS)

    def change(self, state: State) -> State:
        return set_deck_out(state, self.cleaned_data["deck"] or None)
