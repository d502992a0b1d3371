"""Addresses of leagues, their settings and their standings, below a group's."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.leagues.views import leagues, standings

LEAGUE = "league/<slug:league>/"
LEAGUE_SEASON = f"{LEAGUE}<slug:season>/"
SEASON = "<slug:league>/<slug:season>/"

of_a_season = [
    path("", standings.season, name="season"),
    path("player/<int:player>/", standings.player_sessions, name="season_player"),
    path("<slug:game>/", standings.season, name="season_game"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("league/", leagues.leagues, name="leagues"),
    path("league/new/", leagues.league_new, name="league_new"),
    path(LEAGUE, leagues.league_edit, name="league_edit"),
    path(f"{LEAGUE}new/", leagues.season_new, name="season_new"),
    path(f"{LEAGUE}remove/", leagues.league_remove, name="league_remove"),
    path(LEAGUE_SEASON, leagues.season_edit, name="season_edit"),
    path(f"{LEAGUE_SEASON}close/", leagues.season_close, name="season_close"),
    path(f"{LEAGUE_SEASON}remove/", leagues.season_remove, name="season_remove"),
    path(SEASON, include(of_a_season)),
]
