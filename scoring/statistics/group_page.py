"""Read a group's page in a fixed number of queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.contract import Game
from scoring.core.standings import exact_value
from scoring.core.wording import points
from scoring.evenings.running_tables import RunningTable, shown_tables
from scoring.groups.session_list import SessionLine, session_lines
from scoring.groups.visibility import (
    PlayerLink,
    player_link,
    players_visible_to,
    session_result_url,
    visible_cover,
)
from scoring.leagues.queries import current_season, seasons_of
from scoring.leagues.wording import distance, missing_plays, movement
from scoring.models import Career, Player, Result, Season, Session, Tally
from scoring.models.sessions import read_seats
from scoring.registry import get_game, installed_games
from scoring.statistics.newest import (
    sessions_of_last_day,
)
from scoring.web.group_access import Guest
from scoring.web.numbers import ValueColumn

MOST_PLAYERS = 10  # the list of players has them all
SHELF = 6  # results
WALL, ROWS_OF_WALL = 6, 3  # covers in a row of the wall, and rows on a wide screen
SHOWN = 4  # of the standings
MOST_CLIMBERS = 2
MOST_STREAKS = 2
LEAST_STREAK = 3  # wins in a row


@dataclass(frozen=True, slots=True)
class TopRow:
    """A line of the standings, as short as can be."""

    rank: str
    arrow: str
    climbed: str
    player: PlayerLink
    form: tuple[int, ...]
    value: str
    distance: str  # from the next place, for the player alone
    number: int  # own-rows.js finds the reader's row by it; 0 where the player hides


@dataclass(frozen=True, slots=True)
class CurrentSeason:
    season: Season
    top: list[TopRow]


@dataclass(frozen=True, slots=True)
class Climber:
    player: PlayerLink
    arrow: str
    climbed: str


@dataclass(frozen=True, slots=True)
class GameTile:
    slug: str
    name: str
    champion: PlayerLink | None  # first of the season in this game


@dataclass(frozen=True, slots=True)
class Streak:
    player: PlayerLink
    wins: int


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    player: PlayerLink
    points: str
    game: str


@dataclass(frozen=True, slots=True)
class Person:
    player: PlayerLink
    number: int
    plays: int


@dataclass(frozen=True, slots=True)
class GroupPage:
    tables: list[RunningTable]
    again: Game[Any] | None  # what was played last, while nothing is being played
    seasons: list[Season]
    current: CurrentSeason | None
    latest: list[SessionLine]
    wall: list[str]  # the covers of the latest sessions, if there are enough for a row
    climbers: list[Climber]
    records: list[BrokenRecord]
    streaks: list[Streak]
    games: list[GameTile]
    people: list[Person]

    @property
    def has_several_leagues(self) -> bool:
        """Return whether the season's own list of seasons does not lead to all standings."""
        return len({season.league_id for season in self.seasons}) > 1

    @property
    def is_empty(self) -> bool:
        return not self.latest and not self.tables


def group_page(guest: Guest, newest: Sequence[Session], running: Sequence[Session]) -> GroupPage:
    """Read the page; `newest` are the sessions of the group and `running` those played now."""
    group = guest.group
    finished = [session for session in newest if session.finished_at is not None]
    played, latest = sessions_of_last_day(finished), finished[:SHELF]
    read_seats([*running, *{session.pk: session for session in (*played, *latest)}.values()])
    seasons = seasons_of(group)
    season = current_season(seasons)
    tallies = list(Tally.objects.leading(season.pk, SHOWN)) if season else []
    first = [tally for tally in tallies if not tally.game]
    return GroupPage(
        tables=shown_tables(running, guest),
        again=None if running else _played_last(newest),
        seasons=seasons,
        current=_current_season(season, first, guest) if season else None,
        latest=session_lines(latest, guest),
        wall=_wall(newest, guest),
        climbers=_climbers(season, guest) if season else [],
        records=_records(played, guest),
        streaks=[
            Streak(player_link(career.player, guest), career.run)
            for career in Career.objects.on_a_streak(group.pk, LEAST_STREAK)[:MOST_STREAKS]
        ],
        games=_games([tally for tally in tallies if tally.game], guest),
        people=[
            Person(player_link(player, guest), player.pk, getattr(player, "plays", 0))
            for player in _most_played(guest)
        ],
    )


def _wall(newest: Sequence[Session], guest: Guest) -> list[str]:
    """Return full rows of covers of sessions that this reader may open."""
    shown = [one for one in newest if guest.belongs or session_result_url(one, guest)]
    full = min(len(shown), ROWS_OF_WALL * WALL) // WALL * WALL
    return [visible_cover(session, guest) for session in shown[:full]]


def _played_last(newest: Sequence[Session]) -> Game[Any] | None:
    """Return the game of the table that was opened last; the form of a new one starts with it."""
    tables = [session for session in newest if not session.result_only]
    latest = max(tables, key=lambda session: session.pk, default=None)
    return get_game(latest.game) if latest else None


# The top of the season


def _current_season(season: Season, tallies: Sequence[Tally], guest: Guest) -> CurrentSeason:
    """Return its top, from the first tallies of all games."""
    by_position = {tally.position: tally for tally in tallies}
    column = ValueColumn.of([_value(season, tally) for tally in tallies])
    return CurrentSeason(
        season, [_top_row(tally, by_position, season, column, guest) for tally in tallies]
    )


def _value(season: Season, tally: Tally) -> Fraction:
    return exact_value(season.rules, tally.sum, tally.plays)


def _value_below(season: Season, tally: Tally, by_position: Mapping[int, Tally]) -> Fraction | None:
    """Return the value of the player right below, if they are ranked alike and were read."""
    below = by_position.get(tally.position + 1)
    is_comparable = below is not None and (below.rank is None) == (tally.rank is None)
    return _value(season, below) if below is not None and is_comparable else None


def _top_row(
    tally: Tally,
    by_position: Mapping[int, Tally],
    season: Season,
    column: ValueColumn,
    guest: Guest,
) -> TopRow:
    moved = movement(tally.rank, tally.rank_before)
    player = player_link(tally.player, guest)
    value = column.value(_value(season, tally), _value_below(season, tally, by_position))
    return TopRow(
        rank=str(tally.rank or ""),
        arrow=moved.arrow,
        climbed=moved.words,
        player=player,
        form=tuple(tally.form),
        value=value,
        distance=_distance(tally, by_position, season, column, guest),
        number=tally.player_id if player.url else 0,
    )


def _distance(
    tally: Tally,
    by_position: Mapping[int, Tally],
    season: Season,
    column: ValueColumn,
    guest: Guest,
) -> str:
    """Say how far a player is from the next place; the first, how far ahead of the second."""
    if tally.rank is None:
        return missing_plays(season.rules, tally.plays)
    other = by_position.get(tally.position - 1 or 2)
    if other is None or other.rank is None:
        return ""
    return distance(
        column.apart(_value(season, tally), _value(season, other)),
        player_link(other.player, guest).name,
        is_tied=tally.rank == other.rank,
        is_ahead=tally.position == 1,
    )


def _climbers(season: Season, guest: Guest) -> list[Climber]:
    return [
        Climber(player_link(one.player, guest), *movement(one.rank, one.rank_before))
        for one in Tally.objects.climbed(season.pk)[:MOST_CLIMBERS]
    ]


# What is best


def _records(played: Sequence[Session], guest: Guest) -> list[BrokenRecord]:
    """Return the records that were set on the last game day."""
    games = sorted({session.game for session in played})
    if not games:
        return []
    best = set(Result.objects.best_of_each(guest.group.pk, games))
    seats = [seat for session in played for seat in session.seats.all()]
    return [
        BrokenRecord(
            player_link(seat.player, guest),
            points(seat.result.points or 0),
            get_game(seat.result.game).name,
        )
        for seat in seats
        if seat.player is not None and seat.result.pk in best
    ]


def _games(leaders: Iterable[Tally], guest: Guest) -> list[GameTile]:
    champions = {tally.game: player_link(tally.player, guest) for tally in leaders}
    return [
        GameTile(slug, game.name, champions.get(slug)) for slug, game in installed_games().items()
    ]


def _most_played(guest: Guest) -> Iterable[Player]:
    players = players_visible_to(guest.group.pk, is_member=guest.belongs)
    return players.not_merged().most_played_first()[:MOST_PLAYERS]
