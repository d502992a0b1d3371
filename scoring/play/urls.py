"""Addresses of tables: opening, joining, playing, results; each game's are below its tables'."""

from importlib import import_module

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from scoring.play.views import (
    app,
    board,
    cover,
    details,
    game_help,
    history,
    home,
    hosting,
    joining,
    lifecycle,
    naming,
    noting,
    opening,
    players,
    rematch,
    requests,
    result,
    rules,
    table,
)


def _games() -> list[URLResolver]:
    return [
        path(f"{package.rpartition('.')[2]}/", include(import_module(f"{package}.urls")))
        for package in settings.INSTALLED_GAMES
    ]


of_a_table: list[URLPattern | URLResolver] = [
    path("live", table.poll_table, name="live"),
    path("board/live", board.poll_board, name="board_live"),
    path("", table.table, name="table"),
    path("undo/", table.undo_change, name="undo"),
    path("redo/", table.redo_change, name="redo"),
    path("end/", table.stop_or_reopen, name="end"),
    path("hourglass/", table.hourglass, name="hourglass"),
    path("rules/", rules.rules, name="rules"),
    path("help/", game_help.table_help, name="table_help"),
    path("seats/", joining.choose_seat, name="seats"),
    path("seats/<int:place>/free/", joining.send_phone_away, name="free"),
    path("seats/<int:place>/host/", hosting.hand_over, name="hand_hosting_over"),
    path("asked/", requests.asked, name="asked"),
    path("asked/<int:number>/", requests.answer, name="answer_seat_request"),
    path("seats/<int:place>/ask/", requests.ask, name="ask_for_seat"),
    path("host/ask/", hosting.ask, name="ask_to_host"),
    path("host/agree/", hosting.agree, name="agree_to_host"),
    path("players/", players.change, name="change_players"),
    path("names/", naming.name_players, name="name_players"),
    path("code.svg", joining.join_qr_code, name="qr_code"),
    path("about/", details.details, name="about"),
    path("renew/", details.renew_join_code, name="renew"),
    path("rematch/", rematch.rematch, name="rematch"),
    path("share/", details.share_result, name="share"),
    path("stop/", lifecycle.confirm_stopping, name="stop"),
    path("go-on/", lifecycle.confirm_reopening, name="go_on"),
    path("remove/", lifecycle.delete_session, name="remove"),
    path("group/", lifecycle.move_quick_table_to_group, name="take_in"),
    path("league/", lifecycle.move_to_league, name="refile"),
    path("board/", board.board, name="board"),
    path("result/", result.result, name="result"),
    path("end/result/", noting.end_table, name="end_with_result"),
    path("correct/", noting.correct_result, name="correct_result"),
    path("result/picture.png", result.result_picture, name="picture"),
    path("entries/", history.entries, name="entries"),
    path("history/", history.history, name="history"),
    path("history/<int:number>/restore/", history.restore_revision, name="restore"),
    *_games(),
]

of_a_group = [
    path("results/new/", noting.enter, name="enter_result"),
    path("sessions/<uuid:session>/", result.group_result, name="group_result"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("favicon.ico", home.favicon, name="favicon"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("service-worker.js", app.service_worker, name="service_worker"),
    path("offline/", app.offline, name="offline"),
    path("fonts/", app.fonts, name="fonts"),
    path("cover/<uuid:session>-<int:number>-<slug:key>.svg", cover.session_cover, name="cover"),
    path("cover/<slug:slug>.svg", cover.game_cover, name="game_cover"),
    path("new/", opening.choose_game, name="choose"),
    path("new/<slug:slug>/", opening.new_table, name="new"),
    path("help/<slug:slug>/", game_help.help_page, name="help"),
    path("join/", joining.join_by_code, name="by_code"),
    path("join/<slug:code>/", joining.join_by_link, name="join"),
    path("result/<slug:token>/", result.shared_result, name="shared"),
    path("result/<slug:token>/picture.png", result.shared_result_picture, name="shared_picture"),
    path("result/<slug:token>/cover.svg", result.shared_cover, name="shared_cover"),
    path("result/<slug:token>/code.svg", result.shared_result_qr_code, name="shared_qr"),
]
