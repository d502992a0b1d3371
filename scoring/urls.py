"""The addresses of everything but the admin; each game's own are below its tables'."""

from importlib import import_module

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from scoring.views import (
    about,
    account,
    board,
    careers,
    exports,
    feeds,
    filing,
    groups,
    history,
    home,
    invitations,
    joining,
    leagues,
    opening,
    people,
    players_list,
    result,
    season,
    table,
)

TABLE = "table/<uuid:uuid>/"
GROUP = "g/<slug:group>/"
SEASON = f"{GROUP}<slug:league>/<slug:season>/"
LEAGUE = f"{GROUP}league/<slug:league>/"
OF_LEAGUE = f"{LEAGUE}<slug:season>/"


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
    path(f"{TABLE}go-on/", filing.go_on, name="go_on"),
    path(f"{TABLE}remove/", filing.remove, name="remove"),
    path(f"{TABLE}group/", filing.take_in, name="take_in"),
    path(f"{TABLE}league/", filing.refile, name="refile"),
    path(f"{TABLE}board/", board.board, name="board"),
    path(f"{TABLE}board/live", board.live, name="board_live"),
    path(f"{TABLE}result/", result.result, name="result"),
    path(f"{TABLE}history/", history.history, name="history"),
    path(f"{TABLE}history/<int:number>/restore/", history.restore_revision, name="restore"),
    path(f"{GROUP}player/<int:player>/", careers.player, name="player"),
    path(f"{GROUP}game/<slug:game>/", careers.group_game, name="group_game"),
    path(f"{GROUP}export/sessions.ndjson", exports.group_documents, name="group_documents"),
    path(f"{GROUP}export/all.zip", exports.group_archive, name="group_archive"),
    path(f"{GROUP}feed.atom", feeds.group_feed, name="group_feed"),
    path(f"{SEASON}feed.atom", feeds.season_feed, name="season_feed"),
    path(f"{SEASON}table.csv", exports.table_csv, name="season_table_csv"),
    path(f"{SEASON}table.json", exports.table_json, name="season_table_json"),
    path(f"{SEASON}sessions.csv", exports.sessions_csv, name="season_sessions_csv"),
    path(f"{SEASON}sessions.json", exports.sessions_json, name="season_sessions_json"),
    path(f"{SEASON}documents.ndjson", exports.season_documents, name="season_documents"),
    *_games(),
    path(f"{GROUP}league/", leagues.leagues, name="leagues"),
    path(f"{GROUP}league/new/", leagues.league_new, name="league_new"),
    path(LEAGUE, leagues.league_edit, name="league_edit"),
    path(f"{LEAGUE}new/", leagues.season_new, name="season_new"),
    path(f"{LEAGUE}remove/", leagues.league_remove, name="league_remove"),
    path(OF_LEAGUE, leagues.season_edit, name="season_edit"),
    path(f"{OF_LEAGUE}close/", leagues.season_close, name="season_close"),
    path(f"{OF_LEAGUE}remove/", leagues.season_remove, name="season_remove"),
    path(SEASON, season.season, name="season"),
    path(f"{SEASON}player/<int:player>/", season.player_sessions, name="season_player"),
    path(f"{SEASON}<slug:game>/", season.season, name="season_game"),
    path("accounts/", account.account, name="account"),
    path("groups/new/", groups.new_group, name="new_group"),
    path("invited/<slug:token>/", invitations.invited, name="invited"),
    path(GROUP, groups.group, name="group"),
    path(f"{GROUP}settings/", groups.settings, name="group_settings"),
    path(f"{GROUP}settings/link/", groups.renew, name="renew_group_link"),
    path(f"{GROUP}settings/delete/", groups.delete, name="delete_group"),
    path(f"{GROUP}people/", people.people, name="people"),
    path(f"{GROUP}people/leave/", people.leave, name="leave_group"),
    path(f"{GROUP}people/<int:member>/role/", people.role, name="member_role"),
    path(f"{GROUP}people/<int:member>/remove/", people.remove, name="remove_member"),
    path(f"{GROUP}people/<int:member>/owner/", people.give, name="hand_over"),
    path(f"{GROUP}people/<int:member>/player/", people.be_player, name="tie_member"),
    path(f"{GROUP}invite/", invitations.invite_people, name="invite"),
    path(f"{GROUP}invite/<int:invitation>/withdraw/", invitations.withdraw_one, name="withdraw"),
    path(f"{GROUP}players/", players_list.players, name="players"),
    path(f"{GROUP}players/merge/", players_list.merge_players, name="merge_players"),
    path(f"{GROUP}players/merge/<int:merge>/undo/", players_list.undo_one_merge, name="undo_merge"),
    path(f"{GROUP}players/<int:player>/", players_list.edit_player, name="edit_player"),
    path(f"{GROUP}players/<int:player>/hide/", players_list.hide_player, name="hide_player"),
    path(f"{GROUP}players/<int:player>/untie/", players_list.untie_player, name="untie_player"),
    path(f"{GROUP}players/<int:player>/me/", players_list.this_is_me, name="this_is_me"),
]
