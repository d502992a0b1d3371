"""Addresses of players' and games' pages, below a group's."""

from django.urls import path

from scoring.statistics import views

urlpatterns = [
    path("player/<int:player>/", views.player, name="player"),
    path("game/<slug:game>/", views.group_game, name="group_game"),
]
