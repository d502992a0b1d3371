from django.urls import path

from games.canvas import views

app_name = "canvas"
urlpatterns = [
    path("painting/", views.painting, name="painting"),
    path("painting/preview/", views.preview, name="preview"),
    path("painting/<int:place>/<int:number>/", views.painting_again, name="painting_again"),
    path("inspiration/", views.inspiration, name="inspiration"),
    path("judge/", views.judge, name="judge"),
]
