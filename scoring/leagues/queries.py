"""What a season's page reads from the database. Every query is bounded and uses an index."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateField, Func, IntegerField, Max, Min, QuerySet, Sum, Value
from django.db.models.functions import Cast
from django.db.models.sql.compiler import SQLCompiler

from scoring.core.standings import LAST_PLACE
from scoring.models import PlayerDay, Season, SeasonGame, SeasonSession, Session, Tally
from scoring.models.compiled import (
    ANY_DAY,
    ANY_KEY,
    ANY_NUMBER,
    ANY_TEXT,
    CompiledListQuery,
    CompiledQuery,
)

ANY_POSITION = 32_767  # the highest there can be
MOST_SEASONS = 24  # listed beside one another
MOST_TABLES = 20  # that are open
MOST_POINTS = 16  # of a race: a phone shows no more


class ListedSeason(NamedTuple):
    """A season of the same league."""

    slug: str
    name: str
    starts_on: date
    ends_on: date
    is_closed: bool
    is_all_time: bool


def league_seasons(season: Season) -> list[ListedSeason]:
    """Return the seasons of this one's league, the latest first."""
    return [
        ListedSeason(
            other.slug,
            other.name,
            other.starts_on,
            other.ends_on,
            is_closed=other.closed_at is not None,
            is_all_time=other.is_all_time,
        )
        for other in LEAGUE_SEASONS.instances({ANY_KEY: season.league_id})
    ]


LEAGUE_SEASONS = CompiledQuery(
    lambda: Season.objects.filter(league=ANY_KEY).newest_first()[:MOST_SEASONS]
)


class PlayedGame(NamedTuple):
    """A game of the season: how many sessions count, and the day of the last one."""

    game: str
    sessions: int
    last_day: date | None


def season_games(season: Season) -> dict[str, PlayedGame]:
    return {row[0]: PlayedGame(*row) for row in SEASON_GAMES.tuples({ANY_KEY: season.pk})}


SEASON_GAMES = CompiledQuery(
    lambda: SeasonGame.objects.filter(season=ANY_KEY).values_list(*PlayedGame._fields)
)


def open_tables(season: Season) -> list[Session]:
    """Return the tables that would count for the season as soon as they end, the oldest first."""
    games = season.games.values("game")
    days = (season.starts_on, season.ends_on)
    of_league = season.league.sessions.not_deleted().filter(finished_at=None, game__in=games)
    return list(of_league.filter(played_on__range=days).order_by("pk").with_seats()[:MOST_TABLES])


class TallyRow(NamedTuple):
    """A player's stored line in the standings."""

    player: int
    name: str
    nickname: str
    hidden: bool
    position: int
    rank: int | None
    decided_by: str
    plays: int
    sum: int
    rank_before: int | None
    mu: float | None
    sigma: float | None
    places: tuple[int, ...]
    form: tuple[int, ...]


def tally_rows(season: Season, game: str, first: int, most: int) -> list[TallyRow]:
    """Return so many lines of the standings from this position on."""
    values = {ANY_KEY: season.pk, ANY_TEXT: game, ANY_POSITION: first}
    return [TallyRow(*row) for row in _tallies(most).tuples(values)]


@cache
def _tallies(most: int) -> CompiledQuery:
    of_player = ("player_id", "player__name", "player__nickname", "player__hidden")
    columns = (*of_player, *TallyRow._fields[len(of_player) :])

    def tallies() -> QuerySet[Tally, Any]:
        in_order = Tally.objects.in_order(ANY_TEXT).filter(season=ANY_KEY)
        return in_order.filter(position__gte=ANY_POSITION).values_list(*columns)[:most]

    return CompiledQuery(tallies)


def own_position(season: Season, game: str, player: int) -> int | None:
    """Return where a player stands, if they played."""
    tallies = Tally.objects.filter(season=season, game=game, player=player)
    return tallies.values_list("position", flat=True).first()


def count_of_rank(season: Season, game: str, rank: int) -> int:
    return Tally.objects.filter(season=season, game=game, rank=rank).count()


class ResultRow(NamedTuple):
    """Somebody's result in one of the latest sessions."""

    session: int
    day: date
    game: str
    players: int
    uuid: UUID
    share_token: str | None
    rank: int
    name: str | None
    nickname: str | None
    hidden: bool | None


def latest_results(season: Season, game: str, most: int) -> list[ResultRow]:
    """Return the results of the latest sessions, at least so many, session by session."""
    values = {ANY_KEY: season.pk, ANY_TEXT: game}
    return [ResultRow(*row) for row in _latest(most, of_game=bool(game)).tuples(values)]


@cache
def _latest(most: int, *, of_game: bool) -> CompiledQuery:
    of_player = ("rank", "player__name", "player__nickname", "player__hidden")
    columns = (
        *("session_id", "played_on", "game", "session__results__players"),
        *("session__uuid", "session__share_token"),
        *(f"session__results__{name}" for name in of_player),
    )

    def latest() -> QuerySet[SeasonSession, Any]:
        counted = SeasonSession.objects.of(ANY_KEY, ANY_TEXT if of_game else "").latest_first()
        return counted.values_list(*columns)[: most * LAST_PLACE]

    return CompiledQuery(latest)


class Gain(NamedTuple):
    """What a player gained in one part of the season, in 840ths."""

    player: int
    part: int
    last_day: date
    plays: int
    gained: int


class _DayNumber(Func):
    """The number of a day: Django gives no difference of dates as a number on every database."""

    function = "julianday"
    output_field = IntegerField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        # There a difference of dates is a number. By to_char() a race took half a ms more.
        return self.as_sql(compiler, connection, template="(%(expressions)s - DATE '2000-01-01')")


def gains(season: Season, game: str, players: Sequence[int], last_day: date) -> list[Gain]:
    """Add up what these players gained in each of as many equal parts as a race has points."""
    first_day = season.starts_on
    if season.is_all_time:
        days = PlayerDay.objects.filter(season=season, game=game, player__in=players)
        first_day = days.aggregate(first=Min("day"))["first"] or last_day
    values = {
        ANY_KEY: season.pk,
        ANY_TEXT: game,
        ANY_DAY: first_day,
        ANY_NUMBER: (last_day - first_day).days + 1,
    }
    return [Gain(*row) for row in GAINS.tuples(players, values)]


def _gains(players: Sequence[int]) -> QuerySet[PlayerDay, Any]:
    days = PlayerDay.objects.filter(season=ANY_KEY, game=ANY_TEXT, player__in=players)
    first = Value(ANY_DAY, DateField())
    part = (_DayNumber("day") - _DayNumber(first)) * MOST_POINTS / Value(ANY_NUMBER)
    by_part = days.annotate(part=Cast(part, IntegerField())).values("player_id", "part")
    sums = by_part.annotate(Max("day"), Sum("plays"), Sum("gained")).order_by()
    return sums.values_list("player_id", "part", "day__max", "plays__sum", "gained__sum")


GAINS = CompiledListQuery(_gains)
