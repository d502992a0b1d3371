from django.urls import path

from games.artem.forms import DeckForm, FirstRoundForm, TurnForm
from games.artem.views import correct_turn
from scoring.play.views.game_views import tap_view

app_name = "artem"
urlpatterns = [
    path("turn/", tap_view(TurnForm), name="turn"),
    path("first-round/", tap_view(FirstRoundForm), name="first_round"),
    path("turn/<int:number>/", correct_turn, name="turn_again"),
    path("deck/", tap_view(DeckForm), name="deck"),
]
