"""Count how often players came to each place: what is added up of results follows from that.

The database counts the results that there are, whatever happened to them before."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Count, QuerySet

from scoring.core.standings import Place
from scoring.models import Result, Season
from scoring.totals.finished import EVERY_GAME

GameAndPlayer = tuple[str, int]
Places = Mapping[GameAndPlayer, Counter[Place]]  # also those of all games together
PLACE = ("players", "rank", "sharing")


def count_places(rows: Iterable[tuple[Any, ...]]) -> dict[GameAndPlayer, Counter[Place]]:
    """Add up what place_rows() says, for each player in each game and in all together."""
    places: dict[GameAndPlayer, Counter[Place]] = defaultdict(Counter)
    for player, *place, game, times in rows:
        for key in ((EVERY_GAME, player), (game, player)):
            places[key][Place(*place)] += times
    return places


def place_rows(results: QuerySet[Result]) -> QuerySet[Result, tuple[Any, ...]]:
    """Return how often each player came to each place in each game."""
    places = results.order_by().values_list("player_id", *PLACE, "game")
    return places.annotate(times=Count("pk"))


def season_places(season: Season, players: Collection[int] | None = None) -> Places:
    """Count the places of these players, or of all, in what counts for a season."""
    return count_places(place_rows(_results(season, players)))


def places_on_last_days(
    season: Season, last_days: Mapping[str, date | None], players: Collection[int] | None
) -> Places:
    """Count places in each game, and in all together, on the last day that it was played."""
    places: dict[GameAndPlayer, Counter[Place]] = {}
    for day in {day for day in last_days.values() if day}:
        on_day = count_places(place_rows(_results(season, players).filter(played_on=day)))
        places |= {key: own for key, own in on_day.items() if last_days.get(key[0]) == day}
    return places


def _results(season: Season, players: Collection[int] | None) -> QuerySet[Result]:
    if players is None:
        return Result.objects.of_season(season)
    return Result.objects.counting_for(season).filter(player__in=players)
