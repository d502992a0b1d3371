from django.urls import path

from tests.toygame import views

app_name = "toygame"
urlpatterns = [path("draw/", views.draw, name="draw")]
