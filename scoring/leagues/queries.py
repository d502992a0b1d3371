"""Queries of a season's page. Every one is bounded and uses an index."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateField, Func, IntegerField, Max, Min, Sum, Value
from django.db.models.functions import Cast
from django.db.models.sql.compiler import SQLCompiler

from scoring.core.standings import LAST_PLACE
from scoring.models import Group, PlayerDay, Season, SeasonSession, Session, Tally

MOST_SEASONS = 24  # listed beside one another
MOST_SEASONS_OF_GROUP = 40
MOST_TABLES = 20  # that are open
MOST_POINTS = 16  # of a race: a phone shows at most these


def seasons_of(group: Group) -> list[Season]:
    """Return the latest seasons of a group with their leagues, the newest first."""
    return list(Season.objects.of_group(group.pk).newest_first()[:MOST_SEASONS_OF_GROUP])


def current_season(seasons: Sequence[Season]) -> Season | None:
    """Return the season that is played, or the last one that was."""
    played = [season for season in seasons if season.last_day is not None]
    return max(
        played,
        key=lambda season: (season.closed_at is None, season.last_day, season.weight),
        default=None,
    )


class ListedSeason(NamedTuple):
    """A season of the same league."""

    slug: str
    name: str
    starts_on: date
    ends_on: date
    is_closed: bool
    is_all_time: bool


def league_seasons(season: Season) -> list[ListedSeason]:
    """Return the seasons of this season's league, the latest first."""
    return [
        ListedSeason(
            other.slug,
            other.name,
            other.starts_on,
            other.ends_on,
            is_closed=other.closed_at is not None,
            is_all_time=other.is_all_time,
        )
        for other in Season.objects.filter(league=season.league_id).newest_first()[:MOST_SEASONS]
    ]


class PlayedGame(NamedTuple):
    """A game of the season: how many sessions count, and the day of the last one."""

    game: str
    sessions: int
    last_day: date | None


def season_games(season: Season) -> dict[str, PlayedGame]:
    rows = season.games.values_list(*PlayedGame._fields)
    return {row[0]: PlayedGame(*row) for row in rows}


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
    of_player = ("player_id", "player__name", "player__nickname", "player__hidden")
    columns = (*of_player, *TallyRow._fields[len(of_player) :])
    in_order = Tally.objects.in_order(game).filter(season=season, position__gte=first)
    return [TallyRow(*row) for row in in_order.values_list(*columns)[:most]]


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
    revision: int
    rank: int
    name: str | None
    nickname: str | None
    hidden: bool | None


def latest_results(season: Season, game: str, most: int) -> list[ResultRow]:
    """Return the results of the latest sessions, at least so many, session by session."""
    of_player = ("rank", "player__name", "player__nickname", "player__hidden")
    columns = (
        *("session_id", "played_on", "game", "session__results__players"),
        *("session__uuid", "session__share_token", "session__revision"),
        *(f"session__results__{name}" for name in of_player),
    )
    counted = SeasonSession.objects.of(season.pk, game).latest_first().values_list(*columns)
    return [ResultRow(*row) for row in counted[: most * LAST_PLACE]]


class Gain(NamedTuple):
    """A player's gain in one part of the season, in 840ths."""

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
    days = PlayerDay.objects.filter(season=season, game=game, player__in=players)
    first_day = season.starts_on
    if season.is_all_time:
        first_day = days.aggregate(first=Min("day"))["first"] or last_day
    number_of_days = (last_day - first_day).days + 1
    first = Value(first_day, DateField())
    part = (_DayNumber("day") - _DayNumber(first)) * MOST_POINTS / Value(number_of_days)
    by_part = days.annotate(part=Cast(part, IntegerField())).values("player_id", "part")
    sums = by_part.annotate(Max("day"), Sum("plays"), Sum("gained")).order_by()
    columns = ("player_id", "part", "day__max", "plays__sum", "gained__sum")
    return [Gain(*row) for row in sums.values_list(*columns)]
