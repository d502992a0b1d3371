"""Addresses of leagues, their settings and their standings, below a group's."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.leagues.views import leagues, standings

SEASON = "<slug:season>/"

of_a_season: list[URLPattern | URLResolver] = [
    path("", standings.season, name="season"),
    path("player/<int:player>/", standings.player_sessions, name="season_player"),
    path("<slug:game>/", standings.season, name="season_game"),
]

of_a_league = [
    path("", leagues.league_edit, name="league_edit"),
    path("new/", leagues.season_new, name="season_new"),
    path("remove/", leagues.league_remove, name="league_remove"),
    path(SEASON, leagues.season_edit, name="season_edit"),
    path(f"{SEASON}close/", leagues.season_close, name="season_close"),
    path(f"{SEASON}remove/", leagues.season_remove, name="season_remove"),
]

of_leagues: list[URLPattern | URLResolver] = [
    path("", leagues.leagues, name="leagues"),
    path("new/", leagues.league_new, name="league_new"),
    path("<slug:league>/", include(of_a_league)),
]

of_a_group: list[URLPattern | URLResolver] = [
    path("season/", standings.current_season, name="current_season"),
    path("league/", include(of_leagues)),
]
