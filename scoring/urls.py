"""The addresses of everything but the admin; each game's own are below its tables'."""

from importlib import import_module

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from scoring.views import about, board, history, home, joining, opening, result, season, table

TABLE = "table/<uuid:uuid>/"
SEASON = "g/<slug:group>/<slug:league>/<slug:season>/"


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
    path(f"{TABLE}about/", about.about, name="about"),
    path(f"{TABLE}renew/", about.renew, name="renew"),
    path(f"{TABLE}share/", about.share_result, name="share"),
    path(f"{TABLE}remove/", about.remove, name="remove"),
    path(f"{TABLE}group/", about.take_in, name="take_in"),
    path(f"{TABLE}board/", board.board, name="board"),
    path(f"{TABLE}board/live", board.live, name="board_live"),
    path(f"{TABLE}result/", result.result, name="result"),
    path(f"{TABLE}history/", history.history, name="history"),
    path(f"{TABLE}history/<int:number>/restore/", history.restore_revision, name="restore"),
    *_games(),
    path(SEASON, season.season, name="season"),
    path(f"{SEASON}player/<int:player>/", season.player_sessions, name="season_player"),
    path(f"{SEASON}<slug:game>/", season.season, name="season_game"),
]
