from django.urls import path

from games.artbox import balloting, views

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
    path("words/", balloting.words, name="words"),
    path("hang/", balloting.hang, name="hang"),
    path("reveal/", balloting.reveal, name="reveal"),
    path("hide/", balloting.hide, name="hide"),
    path("ballot/<int:place>/", balloting.ballot, name="ballot"),
    path("ballot/<int:place>/live", balloting.ballot_live, name="ballot_live"),
    path("ballot/<int:place>/take/", balloting.take_phone, name="take_phone"),
    path("ballot/<int:place>/number/", balloting.tell_place, name="tell_place"),
    path("ballot/<int:place>/word/", balloting.tell_word, name="tell_word"),
    path("ballot/<int:place>/match/", balloting.match, name="match"),
    path("ballot/<int:place>/hand-in/", balloting.hand_in, name="hand_in"),
    path("ballot/<int:place>/change/", balloting.take_in_hand, name="take_in_hand"),
    path("round/<int:number>/", views.round_again, name="round_again"),
]
