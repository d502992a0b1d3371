"""All addresses but the admin's, from each package's own."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.evenings import urls as evenings
from scoring.exchange import urls as exchange
from scoring.folio import urls as folio
from scoring.groups import urls as groups
from scoring.leagues import urls as leagues
from scoring.play import urls as play
from scoring.sheets import urls as sheets
from scoring.statistics import urls as statistics

# What begins alike is below one pattern: an address is compared with all those before its own.
of_a_group: list[URLPattern | URLResolver] = [
    *statistics.urlpatterns,
    *play.of_a_group,
    *sheets.of_a_group,
    *groups.of_a_group,
    *folio.of_a_group,
    path("evenings/", include(evenings.of_a_group)),
    *exchange.of_a_group,
    *leagues.of_a_group,
    # Last: a league may be called anything that the addresses above are not.
    path("<slug:league>/<slug:season>/", include([*leagues.of_a_season, *exchange.of_a_season])),
]

urlpatterns = [
    # First: each screen polls all the time.
    path("table/<uuid:uuid>/", include([*play.of_a_table, *sheets.of_a_table, *folio.of_a_table])),
    path("g/<slug:group>/", include(of_a_group)),
    path("accounts/", include("scoring.accounts.urls")),
    path("jobs/", include("scoring.background.urls")),
    path("", include(play)),
    path("", include(groups)),
    path("", include(evenings)),
    path("", include(folio)),
]
