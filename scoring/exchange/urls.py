"""Addresses of downloads and feeds, below a group's."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.exchange.views import downloads, feeds, import_grid, import_steps, importing

of_a_season = [
    path("feed.atom", feeds.season_feed, name="season_feed"),
    path("table.csv", downloads.standings_csv, name="season_table_csv"),
    path("table.json", downloads.standings_json, name="season_table_json"),
    path("sessions.csv", downloads.sessions_csv, name="season_sessions_csv"),
    path("sessions.json", downloads.sessions_json, name="season_sessions_json"),
    path("documents.ndjson", downloads.season_documents, name="season_documents"),
]

of_exports = [
    path("sessions.ndjson", downloads.group_documents, name="group_documents"),
    path("all.zip", downloads.group_archive, name="group_archive"),
    path("archive/", downloads.prepare_archive, name="prepare_archive"),
]

of_imports = [
    path("", importing.choose_file, name="import"),
    path("grid/", import_grid.enter_results, name="enter_results"),
    path("<uuid:source>/", import_steps.preview, name="import_preview"),
    path("<uuid:source>/columns/", import_steps.columns, name="import_columns"),
    path("<uuid:source>/people/", import_steps.people, name="import_people"),
    path("<uuid:source>/add/", importing.add, name="add_import"),
    path("<uuid:source>/undo/", importing.undo, name="undo_import"),
]

of_a_group: list[URLPattern | URLResolver] = [
    path("export/", include(of_exports)),
    path("import/", include(of_imports)),
    path("feed.atom", feeds.group_feed, name="group_feed"),
]
