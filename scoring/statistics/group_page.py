"""Read a group's page in a fixed number of queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scoring.contract import Game
from scoring.core.rounding import rounded
from scoring.core.standings import exact_value
from scoring.core.wording import points
from scoring.evenings.running_tables import RunningTable, shown_tables
from scoring.groups.visibility import PlayerLink, player_link, players_visible_to
from scoring.leagues.wording import missing_plays, movement
from scoring.models import Career, Player, Result, Season, Session, Tally
from scoring.models.sessions import read_seats
from scoring.registry import get_game, installed_games
from scoring.statistics.newest import (
    LastGameDay,
    last_game_day,
    sessions_of_last_day,
)
from scoring.web.group_access import Guest
from scoring.web.numbers import ValueColumn, with_decimals

MOST_SEASONS = 40
MOST_PLAYERS = 9  # in the grid; the list of players has them all
PODIUM = 3
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
    is_own: bool


@dataclass(frozen=True, slots=True)
class CurrentSeason:
    season: Season
    top: list[TopRow]
    own: TopRow | None  # of a reader who is not among them
    distance: str  # of the reader from the next place


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
class GroupPage:
    tables: list[RunningTable]
    again: Game[Any] | None  # what was played last, while nothing is being played
    seasons: list[Season]
    current: CurrentSeason | None
    last_day: LastGameDay | None
    climbers: list[Climber]
    records: list[BrokenRecord]
    streaks: list[Streak]
    games: list[GameTile]
    players: list[PlayerLink]

    @property
    def has_several_leagues(self) -> bool:
        """Return whether the season's own list of seasons does not lead to all standings."""
        return len({season.league_id for season in self.seasons}) > 1

    @property
    def is_empty(self) -> bool:
        return self.last_day is None and not self.tables


def group_page(
    guest: Guest, own: Player | None, newest: Sequence[Session], running: Sequence[Session]
) -> GroupPage:
    """Read the page; `newest` are the sessions of the group and `running` those played now."""
    group = guest.group
    played = sessions_of_last_day(newest)
    read_seats([*running, *played])
    seasons = list(Season.objects.of_group(group.pk).newest_first()[:MOST_SEASONS])
    season = _current(seasons)
    own_number = own.pk if own else None
    tallies = list(Tally.objects.leading(season.pk, PODIUM, own_number)) if season else []
    first = [tally for tally in tallies if not tally.game]
    return GroupPage(
        tables=shown_tables(running, guest),
        again=None if running else _played_last(newest),
        seasons=seasons,
        current=_current_season(season, first, own, guest) if season else None,
        last_day=last_game_day(played, guest),
        climbers=_climbers(season, guest) if season else [],
        records=_records(played, guest),
        streaks=[
            Streak(player_link(career.player, guest), career.run)
            for career in Career.objects.on_a_streak(group.pk, LEAST_STREAK)[:MOST_STREAKS]
        ],
        games=_games([tally for tally in tallies if tally.game], guest),
        players=[player_link(player, guest) for player in _most_played(guest)],
    )


def _played_last(newest: Sequence[Session]) -> Game[Any] | None:
    """Return the game of the table that was opened last; the form of a new one starts with it."""
    tables = [session for session in newest if not session.result_only]
    latest = max(tables, key=lambda session: session.pk, default=None)
    return get_game(latest.game) if latest else None


def _current(seasons: Sequence[Season]) -> Season | None:
    """Return the season that is played, or the last one that was."""
    played = [season for season in seasons if season.last_day is not None]
    return max(
        played,
        key=lambda season: (season.closed_at is None, season.last_day, season.weight),
        default=None,
    )


# The top of the season


def _current_season(
    season: Season, tallies: Sequence[Tally], own: Player | None, guest: Guest
) -> CurrentSeason:
    """Return its top, from the first tallies of all games, the reader's own and the one above."""
    by_position = {tally.position: tally for tally in tallies}
    in_order = sorted(tallies, key=lambda tally: tally.position)
    column = ValueColumn.of([_value(season, tally) for tally in in_order])
    mine = next((tally for tally in tallies if own and tally.player_id == own.pk), None)
    top = [tally for tally in tallies if tally.position <= PODIUM]
    values = {
        tally.position: column.value(
            _value(season, tally), _value_below(season, tally, by_position)
        )
        for tally in tallies
    }
    return CurrentSeason(
        season=season,
        top=[_top_row(tally, values[tally.position], own, guest) for tally in top],
        own=_top_row(mine, values[mine.position], own, guest) if mine and mine not in top else None,
        distance=_distance(mine, by_position, season, column, guest) if mine else "",
    )


def _value(season: Season, tally: Tally) -> Fraction:
    return exact_value(season.rules, tally.sum, tally.plays)


def _value_below(season: Season, tally: Tally, by_position: Mapping[int, Tally]) -> Fraction | None:
    """Return the value of the player right below, if they are ranked alike and were read."""
    below = by_position.get(tally.position + 1)
    is_comparable = below is not None and (below.rank is None) == (tally.rank is None)
    return _value(season, below) if below is not None and is_comparable else None


def _top_row(tally: Tally, value: str, own: Player | None, guest: Guest) -> TopRow:
    moved = movement(tally.rank, tally.rank_before)
    return TopRow(
        rank=str(tally.rank or ""),
        arrow=moved.arrow,
        climbed=moved.words,
        player=player_link(tally.player, guest),
        form=tuple(tally.form),
        value=value,
        is_own=own is not None and tally.player_id == own.pk,
    )


def _distance(
    mine: Tally,
    by_position: Mapping[int, Tally],
    season: Season,
    column: ValueColumn,
    guest: Guest,
) -> str:
    """Say how far the reader is from the next place, or ahead of the second."""
    if mine.rank is None:
        return missing_plays(season.rules, mine.plays)
    other = by_position.get(mine.position - 1 or 2)
    if other is None or other.rank is None:
        return ""
    name = player_link(other.player, guest).name
    values = {"name": name, "points": _points_apart(season, mine, other, column)}
    if mine.rank == other.rank:
        return _("tied with %(name)s") % values
    if mine.position == 1:
        return _("%(points)s ahead of %(name)s") % values
    return _("%(points)s behind %(name)s") % values


def _points_apart(season: Season, mine: Tally, other: Tally, column: ValueColumn) -> str:
    """Write the difference of what the rows show; if they look the same, that it is very small."""
    own, others = _value(season, mine), _value(season, other)
    shown = [rounded(value, column.decimals) for value in (own, others)]
    apart = abs(shown[0] - shown[1])
    number = with_decimals(apart or 1, column.decimals, column.separator)
    return number if apart or own == others else f"< {number}"


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
