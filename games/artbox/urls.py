from django.urls import path

from games.artbox import views

app_name = "artbox"
urlpatterns = [
    path("finish/", views.finish, name="finish"),
    path("unfinish/", views.unfinish, name="unfinish"),
    path("judge/", views.judge, name="judge"),
    path("die/", views.die, name="die"),
    path("roll/", views.roll, name="roll"),
    path("dice/take-up/", views.take_up_dice, name="take_up_dice"),
    path("way/", views.way, name="way"),
    path("guess/", views.guess, name="guess"),
    path("forget/", views.forget, name="forget"),
    path("record/", views.record, name="record"),
    path("round/<int:number>/", views.round_again, name="round_again"),
]
