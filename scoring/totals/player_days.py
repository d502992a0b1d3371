"""Each player's gain on each day of a season, from which the race is drawn.

It is stored because a race read from results takes 40 ms at 20,000 sessions in a season, after
every result; from days it takes 3 ms."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from itertools import groupby
from operator import itemgetter

from scoring.core import standings
from scoring.core.standings import Aggregate, Place
from scoring.models import PlayerDay, Result, Season
from scoring.models.rows import Row, Table
from scoring.totals.finished import EVERY_GAME, FinishedSession
from scoring.totals.places import PLACE, Places, count_places, place_rows
from scoring.totals.sums import replace_rows, rows_to_replace

DAYS = Table(PlayerDay, ("season_id", "game", "player_id", "day"), ("plays", "gained"))
DatedPlace = tuple[date, Place]


def renew_days(
    season: Season, players: Collection[int], changed: Iterable[FinishedSession]
) -> None:
    """Compute what players gained on the days of changed sessions.

    Where only the best results are added up, one result changes what later ones add."""
    days = [session.played_on for session in changed if session.played_on]
    last = season.ends_on if season.rules.aggregate == Aggregate.BEST else max(days)
    save_days(read_wrong_days(season, players, (min(days), last)))


def read_wrong_days(
    season: Season, players: Collection[int], days: tuple[date, date] | None = None
) -> dict[Row, Row]:
    """Compare the stored days of these players with what their results add up to.

    `days`: the first and the last one to compare, if not all. Return what to write with
    save_days(): right values by key, zeros for a day without results."""
    results = Result.objects.counting_for(season).filter(player__in=players)
    stored = PlayerDay.objects.filter(season=season, player__in=players)
    before: Places = {}
    if days:
        if season.rules.aggregate == Aggregate.BEST:
            before = count_places(place_rows(results.filter(played_on__lt=days[0])))
        results, stored = results.filter(played_on__range=days), stored.filter(day__range=days)
    names = ("player_id", "game", "played_on", *PLACE)
    rows = results.order_by("player_id", "played_on").values_list(*names)
    expected: dict[Row, Row] = {}
    for player, of_player in groupby(rows, key=itemgetter(0)):
        dated: dict[str, list[DatedPlace]] = defaultdict(list)
        for _player, game, day, *place in of_player:
            dated_place = day, Place(*place)
            dated[EVERY_GAME].append(dated_place)
            dated[game].append(dated_place)
        for game, places in dated.items():
            expected |= _days(season, game, player, places, before)
    return rows_to_replace(DAYS, expected, stored.values_list(*DAYS.names))


def save_days(days: Mapping[Row, Row]) -> None:
    """Write days of a locked season, whatever is stored of them."""
    replace_rows(DAYS, days)


def _days(
    season: Season, game: str, player: int, dated: Iterable[DatedPlace], before: Places
) -> dict[Row, Row]:
    """Return a player's days from these places, which are in order; `before`: of earlier days."""
    by_day = {day: [place for _day, place in each] for day, each in groupby(dated, itemgetter(0))}
    gained = standings.gains(season.rules, by_day.values(), before.get((game, player)))
    return {
        (season.pk, game, player, day): (len(places), gained_then)
        for (day, places), gained_then in zip(by_day.items(), gained, strict=True)
    }
