from django.urls import path

from games.artem import views

app_name = "artem"
urlpatterns = [
    path("turn/", views.turn, name="turn"),
    path("turn/<int:number>/", views.turn_again, name="turn_again"),
    path("deck/", views.deck, name="deck"),
]
