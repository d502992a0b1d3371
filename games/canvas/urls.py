from django.urls import path

from games.canvas import views
from games.canvas.forms import CardPointsForm, InspirationForm, JudgeForm, PaintingForm
from scoring.play.views.game_views import tap_view

app_name = "canvas"
urlpatterns = [
    path("painting/", tap_view(PaintingForm), name="painting"),
    path("painting/preview/", views.preview, name="preview"),
    path("painting/<int:place>/<int:number>/", views.correct_painting, name="painting_again"),
    path("points/", tap_view(CardPointsForm), name="points"),
    path("points/<int:place>/", views.correct_points, name="points_again"),
    path("inspiration/", tap_view(InspirationForm), name="inspiration"),
    path("judge/", tap_view(JudgeForm), name="judge"),
]
