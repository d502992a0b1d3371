from typing import Any

from django.urls import path
from django.utils import timezone

from games.duplik import disputes, judging, views
from games.duplik.forms import (
    BeginForm,
    CallTap,
    DecisionTap,
    DescribeTap,
    DisputeTap,
    DoneTap,
    RoundCorrection,
    SideTap,
    TickTap,
    VoteTap,
)
from scoring.play.views.game_views import correction_view, draft_view
from scoring.web.table_access import Visit


def the_visit(visit: Visit) -> dict[str, Any]:
    return {"visit": visit}


def session_and_time(visit: Visit) -> dict[str, Any]:
    return {"session": visit.session, "at": timezone.now()}


app_name = "duplik"
urlpatterns = [
    path("begin/", draft_view(BeginForm, judging.begin), name="begin"),
    path("over/", views.start_over, name="start_over"),
    path("describe/", draft_view(DescribeTap, judging.describe), name="describe"),
    path("side/", draft_view(SideTap, judging.pass_on, session_and_time), name="side"),
    path("call/", draft_view(CallTap, judging.call), name="call"),
    path("tick/", draft_view(TickTap, judging.tick), name="tick"),
    path("done/", draft_view(DoneTap, judging.finish), name="done"),
    path("dispute/", draft_view(DisputeTap, disputes.begin_dispute, the_visit), name="dispute"),
    path(
        "withdraw/", draft_view(DisputeTap, disputes.withdraw_dispute, the_visit), name="withdraw"
    ),
    path("vote/", draft_view(VoteTap, disputes.vote, the_visit), name="vote"),
    path("decide/", draft_view(DecisionTap, disputes.author_decides, the_visit), name="decide"),
    path("record/", views.record, name="record"),
    path("round/", views.grid, name="grid"),
    path(
        "round/<int:number>/",
        correction_view(RoundCorrection),
        name="round_again",
    ),
]
