from typing import Any

from django.urls import path
from django.utils.translation import get_language

from games.artbox import entering, guess_sheets, views
from games.artbox.correction import RoundCorrection
from games.artbox.forms import (
    DealTap,
    DieTap,
    GuessTap,
    JudgeTap,
    OpenRoundForm,
    RevealTap,
    RoundForm,
    SeatTap,
    WayTap,
)
from games.artbox.words import dealing
from scoring.play.views.game_views import correction_view, draft_view, tap_view
from scoring.web.table_access import Visit


def session_chance_and_language(visit: Visit) -> dict[str, Any]:
    return {**views.session_and_chance(visit), "language": get_language() or ""}


app_name = "artbox"
urlpatterns = [
    path("finish/", draft_view(SeatTap, entering.finish), name="finish"),
    path("unfinish/", draft_view(SeatTap, entering.unfinish), name="unfinish"),
    path("judge/", draft_view(JudgeTap, entering.judge), name="judge"),
    path("die/", draft_view(DieTap, entering.set_die), name="die"),
    path("roll/", draft_view(OpenRoundForm, entering.roll, views.session_and_chance), name="roll"),
    path("dice/take-up/", draft_view(OpenRoundForm, entering.take_up_dice), name="take_up_dice"),
    path("way/", draft_view(WayTap, entering.choose_way), name="way"),
    path("guess/", draft_view(GuessTap, entering.guess), name="guess"),
    path("record/", tap_view(RoundForm), name="record"),
    path("words/", views.words, name="words"),
    path(
        "words/deal/", draft_view(DealTap, dealing.deal, session_chance_and_language), name="deal"
    ),
    path("words/show/", views.show_words, name="show_words"),
    path("words/collect/", views.collect_words, name="collect_words"),
    path(
        "hang/", draft_view(OpenRoundForm, guess_sheets.hang, views.session_and_chance), name="hang"
    ),
    path("reveal/", draft_view(RevealTap, guess_sheets.reveal), name="reveal"),
    path("reveal/begin/", views.begin_reveal, name="begin_reveal"),
    path("reveal/next/", views.reveal_next, name="reveal_next"),
    path("hide/", views.hide, name="hide"),
    path("guess-sheet/<int:place>/", views.guess_sheet, name="guess_sheet"),
    path("guess-sheet/<int:place>/live", views.guess_sheet_live, name="guess_sheet_live"),
    path("guess-sheet/<int:place>/take/", views.take_phone, name="take_phone"),
    path("guess-sheet/<int:place>/own-word/", views.write_word, name="write_word"),
    path("guess-sheet/<int:place>/own-word/other/", views.exchange_word, name="exchange_word"),
    path("guess-sheet/<int:place>/put-away/", views.put_away, name="put_away"),
    path("guess-sheet/<int:place>/number/", views.tell_place, name="tell_place"),
    path("guess-sheet/<int:place>/word/", views.tell_word, name="tell_word"),
    path("guess-sheet/<int:place>/match/", views.match, name="match"),
    path("guess-sheet/<int:place>/undo/", views.undo_on_guess_sheet, name="undo_on_guess_sheet"),
    path("guess-sheet/<int:place>/hand-in/", views.hand_in, name="hand_in"),
    path("guess-sheet/<int:place>/change/", views.take_in_hand, name="take_in_hand"),
    path(
        "round/<int:number>/",
        correction_view(RoundCorrection),
        name="round_again",
    ),
]
