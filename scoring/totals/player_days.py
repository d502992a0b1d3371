"""What each player of a season gained on each day, which the race is drawn from."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter

from scoring.core import standings
from scoring.core.standings import Aggregate, Place
from scoring.models import PlayerDay, Result, Season
from scoring.models.rows import Row, Table
from scoring.totals.finished import (
    EVERY_GAME,
    FinishedSession,
    SeasonChange,
    affected_players,
    sessions_of,
    signed_results,
)
from scoring.totals.place_counts import Places, PlacesByGame
from scoring.totals.sums import add_up

DAYS = Table(PlayerDay, ("season_id", "game", "player_id", "day"), ("plays", "gained"))
DatedPlace = tuple[date, Place]


def update_days(changes: Sequence[SeasonChange], places: Mapping[int, PlacesByGame]) -> None:
    """Update what was gained in all games together and in each of them; `places`: by season."""
    sums: dict[Row, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for change in changes:
        if change.season.rules.aggregate != Aggregate.BEST:
            _add_days(sums, change)
            continue
        for game in {EVERY_GAME, *(session.game for session in change.sessions)}:
            of_game = sessions_of(game, change.removed), sessions_of(game, change.added)
            _renew_days(change.season, game, *of_game, places[change.season.pk])
    add_up(DAYS, sums)


def _add_days(sums: dict[Row, tuple[int, int]], change: SeasonChange) -> None:
    season, rules = change.season, change.season.rules
    for sign, session, result in signed_results(change.removed, change.added):
        worth = standings.place_worth(rules, result.place)
        for game in (EVERY_GAME, session.game):
            key = (season.pk, game, result.player, session.played_on)
            plays, gained = sums[key]
            sums[key] = (plays + sign, gained + sign * worth)


def _renew_days(
    season: Season,
    game: str,
    removed: Sequence[FinishedSession],
    added: Sequence[FinishedSession],
    places: PlacesByGame,
) -> None:
    """Recompute what was gained from the first changed day on.

    Where only the best results are added up, one result changes what later ones add."""
    players = affected_players(removed, added)
    first = min(session.played_on for session in (*removed, *added) if session.played_on)
    season.player_days.filter(game=game, player__in=players, day__gte=first).delete()
    results = Result.objects.counting_for(season, game)
    results = results.filter(player__in=players, played_on__gte=first)
    names = ("player_id", "played_on", "players", "rank", "sharing")
    rows = results.order_by("player_id", "played_on").values_list(*names)
    new_days: dict[Row, Row] = {}
    for player, of_player in groupby(rows, key=itemgetter(0)):
        dated = [(day, Place(*place)) for _player, day, *place in of_player]
        before = places[player][game] - Counter([place for _day, place in dated])
        new_days |= _days(season, game, player, dated, before)
    save_days(new_days)


def read_wrong_days(season: Season, players: Collection[int]) -> dict[Row, Row]:
    """Compare the stored days of these players with what their results add up to.

    Return what to write with save_days(): right values by key, zeros for a day without results."""
    results = Result.objects.counting_for(season).filter(player__in=players)
    names = ("player_id", "game", "played_on", "players", "rank", "sharing")
    rows = results.order_by("player_id", "played_on").values_list(*names)
    expected: dict[Row, Row] = {}
    for player, of_player in groupby(rows, key=itemgetter(0)):
        dated: dict[str, list[DatedPlace]] = defaultdict(list)
        for _player, game, day, *place in of_player:
            dated_place = day, Place(*place)
            dated[EVERY_GAME].append(dated_place)
            dated[game].append(dated_place)
        for game, places in dated.items():
            expected |= _days(season, game, player, places)
    stored = PlayerDay.objects.filter(season=season, player__in=players).values_list(*DAYS.names)
    for *key, plays, gained in stored:
        if expected.setdefault(tuple(key), (0, 0)) == (plays, gained):
            del expected[tuple(key)]
    return expected


def save_days(days: Mapping[Row, Row]) -> None:
    """Write days of a locked season, whatever is stored of them."""
    add_up(DAYS, days, replaced=DAYS.columns)


def _days(
    season: Season,
    game: str,
    player: int,
    dated: Iterable[DatedPlace],
    before: Places | None = None,
) -> dict[Row, Row]:
    """Return a player's days from these places, which are in order; `before`: those of earlier
    days."""
    by_day = {day: [place for _day, place in each] for day, each in groupby(dated, itemgetter(0))}
    gained = standings.gains(season.rules, by_day.values(), before)
    return {
        (season.pk, game, player, day): (len(places), gained_then)
        for (day, places), gained_then in zip(by_day.items(), gained, strict=True)
    }
