from dataclasses import replace
from typing import Any

from django import forms

from scoring.play.opening import OptionsForm
from scoring.play.taps import TapForm
from tests.toygame.rules import State, score


class ToyOptions(OptionsForm):
    def document(self) -> dict[str, Any]:
        return {"draws": {}}


class DrawForm(TapForm):
    action = "draw"
    name = forms.CharField()
    card = forms.IntegerField()

    def change(self, state: State) -> State:
        said = self.cleaned_data
        drawn = replace(state, draws={**state.draws, said["name"]: said["card"]})
        score(drawn)
        return drawn
