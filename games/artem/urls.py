from django.urls import path

from games.artem.forms import DeckForm, FirstRoundForm, TurnCorrection, TurnForm
from scoring.play.views.game_views import correction_view, tap_view

app_name = "artem"
urlpatterns = [
    path("turn/", tap_view(TurnForm), name="turn"),
    path("first-round/", tap_view(FirstRoundForm), name="first_round"),
    path("turn/<int:number>/", correction_view(TurnCorrection), name="turn_again"),
    path("deck/", tap_view(DeckForm), name="deck"),
]
