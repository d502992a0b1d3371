from django.urls import path

from scoring.views import home

urlpatterns = [
    path("", home.home, name="home"),
]
