from dataclasses import replace

from django import forms

from scoring.play.taps import TapForm
from tests.toygame.rules import State, score


class DrawForm(TapForm):
    action = "draw"
    name = forms.CharField()
    card = forms.IntegerField()

    def change(self, state: State) -> State:
        draw = {self.cleaned_data["name"]: self.cleaned_data["card"]}
        drawn = replace(state, draws={**state.draws, **draw})
        score(drawn)
        return drawn
