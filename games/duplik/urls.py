from django.urls import path

from games.duplik import views

app_name = "duplik"
urlpatterns = [
    path("begin/", views.begin, name="begin"),
    path("over/", views.start_over, name="start_over"),
    path("describe/", views.describe, name="describe"),
    path("side/", views.side, name="side"),
    path("call/", views.call, name="call"),
    path("tick/", views.tick, name="tick"),
    path("done/", views.done, name="done"),
    path("dispute/", views.dispute, name="dispute"),
    path("withdraw/", views.withdraw, name="withdraw"),
    path("vote/", views.vote, name="vote"),
    path("decide/", views.decide, name="decide"),
    path("record/", views.record, name="record"),
    path("round/", views.grid, name="grid"),
    path("round/<int:number>/", views.round_again, name="round_again"),
]
