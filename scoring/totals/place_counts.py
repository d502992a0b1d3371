"""How often each player of a season came to each place: what a value follows from by any rules."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from operator import add, sub
from typing import Any, NamedTuple

from scoring.core import standings
from scoring.core.standings import Place, Rules
from scoring.models import PlaceCount, Season
from scoring.models.rows import Table
from scoring.totals.finished import EVERY_GAME, FinishedSession, SeasonChange, signed_results
from scoring.totals.sums import add_up

PLACES = Table(
    PlaceCount, ("season_id", "player_id", "game", "players", "rank", "sharing"), ("plays",)
)
Places = Counter[Place]
PlacesByGame = Mapping[int, Mapping[str, Places]]  # player -> game -> how often each place


def update_place_counts(changes: Iterable[SeasonChange]) -> None:
    counts: Counter[tuple[Any, ...]] = Counter()
    for change in changes:
        for sign, session, result in signed_results(change.removed, change.added):
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
    for season, player, game, number, rank, sharing, plays in counts.values_list(*names):
        by_game, place = places[season][player], Place(number, rank, sharing)
        by_game[game][place] += plays
        by_game[EVERY_GAME][place] += plays
    return places


class Sums(NamedTuple):
    """What places add up to."""

    plays: int
    sum: int
    places: tuple[int, ...]

    def __add__(self, other: "Sums") -> "Sums":  # type: ignore[override]
        places = tuple(map(add, self.places, other.places))
        return Sums(self.plays + other.plays, self.sum + other.sum, places)

    def __sub__(self, other: "Sums") -> "Sums":
        places = tuple(map(sub, self.places, other.places))
        return Sums(self.plays - other.plays, self.sum - other.sum, places)


def sums(rules: Rules, places: Places) -> Sums:
    """Return the plays, the sum and the ranks that these places add up to."""
    tally = standings.tally(rules, 0, "", places)
    return Sums(tally.plays, tally.sum, tally.places)


def change_of_places(
    removed: Iterable[FinishedSession], added: Iterable[FinishedSession]
) -> Mapping[int, Places]:
    """Return how much more or less often each player came to each place, by player."""
    changes: dict[int, Places] = defaultdict(Counter)
    for sign, _session, result in signed_results(removed, added):
        changes[result.player][result.place] += sign
    return changes
