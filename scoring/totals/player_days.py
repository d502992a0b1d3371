"""What each player of a season gained on each day, which the race is drawn from."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from scoring.core import standings
from scoring.core.standings import Aggregate, Place
from scoring.models import PlayerDay, Result, Season
from scoring.models.rows import BATCH, Row, Table
from scoring.totals.finished import (
    EVERY_GAME,
    FinishedSession,
    SeasonChange,
    affected_players,
    sessions_of,
    signed_results,
)
from scoring.totals.place_counts import Places, PlacesByGame, sums
from scoring.totals.sums import add_up

DAYS = Table(PlayerDay, ("season_id", "game", "player_id", "day"), ("plays", "gained"))


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
    new_days: list[PlayerDay] = []
    for player, of_player in groupby(rows, key=lambda row: row[0]):
        dated = [(day, Place(*place)) for _player, day, *place in of_player]
        new_days += _days(season, game, player, dated, places[player][game])
    PlayerDay.objects.bulk_create(new_days, batch_size=BATCH)


def recount_days(season: Season, game: str, player: int) -> None:
    """Make the days of one player in a locked season what the results add up to by its rules."""
    results = Result.objects.counting_for(season, game).filter(player=player).order_by("played_on")
    rows = results.values_list("played_on", "players", "rank", "sharing")
    dated = [(day, Place(*place)) for day, *place in rows]
    places = Counter([place for _day, place in dated])
    expected = {day.day: day for day in _days(season, game, player, dated, places)}
    stored = season.player_days.filter(game=game, player=player)
    wrong = []
    for day in stored:
        now = expected.get(day.day)
        if now and (now.plays, now.gained) == (day.plays, day.gained):
            del expected[day.day]
        else:
            wrong.append(day.pk)
    for start in range(0, len(wrong), BATCH):
        stored.filter(pk__in=wrong[start : start + BATCH]).delete()
    PlayerDay.objects.bulk_create(expected.values(), batch_size=BATCH)


def _days(
    season: Season, game: str, player: int, dated: Sequence[tuple[Any, Place]], places: Places
) -> Iterable[PlayerDay]:
    """Yield a player's days, from the first of these places on; `places`: all of the player's."""
    so_far = places - Counter([place for _day, place in dated])
    _plays, sum_before, _ranks = sums(season.rules, so_far)
    for day, of_day in groupby(dated, key=lambda row: row[0]):
        places_of_day = Counter([place for _day, place in of_day])
        so_far += places_of_day
        _plays, sum_after, _ranks = sums(season.rules, so_far)
        yield PlayerDay(
            season=season,
            game=game,
            player_id=player,
            day=day,
            plays=places_of_day.total(),
            gained=sum_after - sum_before,
        )
        sum_before = sum_after
