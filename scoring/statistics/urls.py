"""Addresses of a group's page, and of those of its players and games below it."""

from django.urls import path

from scoring.statistics import views

urlpatterns = [
    path("", views.group, name="group"),
    path("player/<int:player>/", views.player, name="player"),
    path("game/<slug:game>/", views.group_game, name="group_game"),
]
