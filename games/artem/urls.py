from django.urls import path

from games.artem.forms import DeckForm, TurnForm
from games.artem.views import correct_turn
from scoring.play.views.game_views import tap_view

app_name = "artem"
urlpatterns = [
    path("turn/", tap_view(TurnForm), name="turn"),
    path("turn/<int:number>/", correct_turn, name="turn_again"),
    path("deck/", tap_view(DeckForm), name="deck"),
]
