"""All addresses but the admin's, from each package's own."""

from django.urls import include, path

GROUP = "g/<slug:group>/"

urlpatterns = [
    path("", include("scoring.play.urls")),  # first: each screen polls all the time
    path("accounts/", include("scoring.accounts.urls")),
    path("jobs/", include("scoring.background.urls")),
    path("", include("scoring.groups.urls")),
    path("", include("scoring.evenings.urls")),
    path(GROUP, include("scoring.statistics.urls")),
    path(GROUP, include("scoring.exchange.urls")),
    # Last: a league may be called anything that the addresses above are not.
    path(GROUP, include("scoring.leagues.urls")),
]
