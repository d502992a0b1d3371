"""Addresses of tables: opening, joining, playing, results; each game's are below its tables'."""

from importlib import import_module

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from scoring.play.views import (
    board,
    details,
    history,
    home,
    joining,
    lifecycle,
    opening,
    result,
    table,
)

TABLE = "table/<uuid:uuid>/"


def _games() -> list[URLResolver]:
    return [
        path(f"{TABLE}{package.rpartition('.')[2]}/", include(import_module(f"{package}.urls")))
        for package in settings.INSTALLED_GAMES
    ]


urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("favicon.ico", home.favicon, name="favicon"),
    path("new/", opening.choose, name="choose"),
    path("new/<slug:slug>/", opening.new_table, name="new"),
    path("join/", joining.by_code, name="by_code"),
    path("join/<slug:code>/", joining.come, name="join"),
    path("result/<slug:token>/", result.shared, name="shared"),
    path("result/<slug:token>/code.svg", result.shared_qr, name="shared_qr"),
    path(TABLE, table.table, name="table"),
    path(f"{TABLE}live", table.live, name="live"),
    path(f"{TABLE}undo/", table.take_back, name="undo"),
    path(f"{TABLE}redo/", table.put_back, name="redo"),
    path(f"{TABLE}end/", table.end, name="end"),
    path(f"{TABLE}hourglass/", table.hourglass, name="hourglass"),
    path(f"{TABLE}seats/", joining.seats, name="seats"),
    path(f"{TABLE}seats/<int:place>/free/", joining.free, name="free"),
    path(f"{TABLE}code.svg", joining.qr_code, name="qr_code"),
    path(f"{TABLE}about/", details.about, name="about"),
    path(f"{TABLE}renew/", details.renew, name="renew"),
    path(f"{TABLE}share/", details.share_result, name="share"),
    path(f"{TABLE}go-on/", lifecycle.go_on, name="go_on"),
    path(f"{TABLE}remove/", lifecycle.remove, name="remove"),
    path(f"{TABLE}group/", lifecycle.take_in, name="take_in"),
    path(f"{TABLE}league/", lifecycle.refile, name="refile"),
    path(f"{TABLE}board/", board.board, name="board"),
    path(f"{TABLE}board/live", board.live, name="board_live"),
    path(f"{TABLE}result/", result.result, name="result"),
    path(f"{TABLE}history/", history.history, name="history"),
    path(f"{TABLE}history/<int:number>/restore/", history.restore_revision, name="restore"),
    *_games(),
]
