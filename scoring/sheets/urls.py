"""Addresses of the score sheets."""

from django.urls import path

from scoring.sheets import views

of_a_group = [
    path("sheets/", views.choose, name="sheets"),
    path("sheets/<slug:slug>/", views.new, name="new_sheet"),
]
of_a_table = [path("sheet/", views.correct, name="sheet")]
