"""How often each player of a season came to each place: what a value follows from by any rules."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from scoring.core import standings
from scoring.core.standings import Place, Rules
from scoring.models import PlaceCount, Season
from scoring.models.rows import Table
from scoring.totals.finished import EVERY_GAME, SeasonChange
from scoring.totals.sums import add_up

PLACES = Table(
    PlaceCount, ("season_id", "player_id", "game", "players", "rank", "sharing"), ("plays",)
)
Places = Counter[Place]
PlacesByGame = Mapping[int, Mapping[str, Places]]  # player -> game -> how often each place


def update_place_counts(changes: Iterable[SeasonChange]) -> None:
    counts: Counter[tuple[Any, ...]] = Counter()
    for change in changes:
        for sessions, sign in ((change.removed, -1), (change.added, 1)):
            for session in sessions:
                for result in session.results:
                    counts[change.season.pk, result.player, session.game, *result.place] += sign
    add_up(PLACES, {key: (plays,) for key, plays in counts.items()})


def place_counts(season: Season, players: Collection[int] | None = None) -> PlacesByGame:
    """Read the counts of these players, or of all, by game and of all games together."""
    return place_counts_of([season], players)[season.pk]


def place_counts_of(
    seasons: Iterable[Season], players: Collection[int] | None = None
) -> Mapping[int, PlacesByGame]:
    """Read the counts of several seasons, by season."""
    places: dict[int, dict[int, dict[str, Places]]] = {
        season.pk: defaultdict(lambda: defaultdict(Counter)) for season in seasons
    }
    counts = PlaceCount.objects.filter(season__in=list(places))
    if players is not None:
        counts = counts.filter(player__in=players)
    names = ("season_id", "player_id", "game", "players", "rank", "sharing", "plays")
    for season, player, game, *place, plays in counts.values_list(*names):
        for of_game in (EVERY_GAME, game):
            places[season][player][of_game][Place(*place)] += plays
    return places


def sums(rules: Rules, places: Places) -> tuple[int, int, tuple[int, ...]]:
    """Return the plays, the sum and the ranks that these places add up to."""
    tally = standings.tally(rules, 0, "", places)
    return tally.plays, tally.sum, tally.places
