from django.urls import path

from scoring.play.views.game_views import tap_view
from tests.toygame.forms import DrawForm

app_name = "toygame"
urlpatterns = [path("draw/", tap_view(DrawForm), name="draw")]
