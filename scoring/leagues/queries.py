"""What a season's page asks of the database, as text: building these queries anew for every reader
would cost more than answering them. Each is bounded, and finds its rows by an index."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from scoring.core.standings import LAST_PLACE
from scoring.models import Group
from scoring.models.seasons import game_choices

MOST_SEASONS = 24  # listed beside one another
MOST_POINTS = 16  # of a race: a phone shows no more


def _asked(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def _day(stored: Any) -> Any:
    """SQLite keeps days as text."""
    return date.fromisoformat(stored) if isinstance(stored, str) else stored


def _numbers(stored: str) -> tuple[int, ...]:
    return tuple([int(one) for one in stored.split()])


class Version(NamedTuple):
    """All that a season's page can change by, but who reads it."""

    season: int
    version: int
    name: str
    league: str
    group: str
    secret: str  # of the group, which tells it from another that had its number before
    visibility: str
    language: str  # of the group, for readers who ask for none of ours
    zone: str


def public_version(group: str, league: str, season: str) -> Version | None:
    """Of a season that everybody may see, and of which nothing has to be worked out first."""
    found = _asked(
        "SELECT season.id, season.version, season.name, league.name, held.name, held.link_token,"
        " held.visibility, held.language, held.time_zone FROM scoring_season season"
        " JOIN scoring_league league ON league.id = season.league_id"
        " JOIN scoring_group held ON held.id = league.group_id"
        " WHERE held.slug = %s AND held.visibility = %s AND league.slug = %s AND season.slug = %s"
        " AND NOT season.skill_is_stale",
        [group, Group.Visibility.PUBLIC.value, league, season],
    )
    return Version(*found[0]) if found else None


class Counted(NamedTuple):
    """A game of the season, and how often and when it was last played."""

    game: str
    sessions: int
    last_day: date | None


class Beside(NamedTuple):
    """A season of the same league."""

    slug: str
    name: str
    starts_on: date
    ends_on: date
    is_closed: bool


def seasons(league: int, season: int) -> tuple[list[Beside], dict[str, Counted]]:
    """Those of the league, the latest first; and the games of this one, in the same breath."""
    found = _asked(
        "SELECT season.id, season.slug, season.name, season.starts_on, season.ends_on,"
        " season.closed_at IS NOT NULL, counted.game, counted.sessions, counted.last_day"
        " FROM scoring_season season LEFT JOIN scoring_seasongame counted"
        " ON counted.season_id = season.id AND season.id = %s WHERE season.league_id = %s"
        " ORDER BY season.id = %s DESC, season.starts_on DESC, season.id DESC LIMIT %s",
        [season, league, season, MOST_SEASONS + len(game_choices())],
    )
    there = {
        (_day(first), pk): Beside(slug, name, _day(first), _day(last), bool(shut))
        for pk, slug, name, first, last, shut, *_counted in found
    }
    games = {
        game: Counted(game, number, _day(last))
        for *_season, game, number, last in found
        if game is not None
    }
    return [there[order] for order in sorted(there, reverse=True)][:MOST_SEASONS], games


class Kept(NamedTuple):
    """A line of the table as it is stored."""

    player: int
    name: str
    nickname: str
    hidden: bool
    position: int
    rank: int | None
    decided_by: str
    plays: int
    added: int
    rank_before: int | None
    mu: float | None
    sigma: float | None
    places: tuple[int, ...]
    form: tuple[int, ...]


def lines(season: int, game: str, first: int, most: int) -> list[Kept]:
    """From this position on."""
    found = _asked(
        "SELECT player.id, player.name, player.nickname, player.hidden, tally.position,"
        " tally.rank, tally.decided_by, tally.plays, tally.sum, tally.rank_before, tally.mu,"
        " tally.sigma, tally.places, tally.form FROM scoring_tally tally"
        " JOIN scoring_player player ON player.id = tally.player_id"
        " WHERE tally.season_id = %s AND tally.game = %s AND tally.position >= %s"
        " ORDER BY tally.position LIMIT %s",
        [season, game, first, most],
    )
    return [Kept(*(*line, _numbers(places), _numbers(form))) for *line, places, form in found]


class Sat(NamedTuple):
    """Somebody's result in one of the latest sessions."""

    session: int
    day: date
    game: str
    players: int
    uuid: UUID
    token: str | None
    rank: int
    name: str | None
    nickname: str | None
    hidden: bool | None


def latest(season: int, game: str, last_day: date, most: int) -> list[Sat]:
    """All who sat in the last sessions; of one game, those of the last day that it was played:
    by the season's days both are found from their end."""
    one = "result.game = %s AND result.played_on = %s AND " if game else ""
    found = _asked(
        "SELECT session.id, result.played_on, result.game, result.players, session.uuid,"  # noqa: S608 (no value)
        " session.share_token, result.rank, player.name, player.nickname, player.hidden"
        " FROM scoring_result result JOIN scoring_session session ON session.id = result.session_id"
        " LEFT JOIN scoring_player player ON player.id = result.player_id"
        f" WHERE {one}result.season_id = %s AND result.played_on IS NOT NULL"
        " ORDER BY result.played_on DESC, result.finished_at DESC, result.session_id DESC LIMIT %s",
        [*([game, last_day.isoformat()] if game else []), season, most * LAST_PLACE],
    )
    return [
        Sat(session, _day(day), played, players, UUID(str(uuid)), *who)
        for session, day, played, players, uuid, *who in found
    ]


# In which part of the time since the first day a day lies.
PART = {
    "sqlite": "CAST((julianday(day) - julianday(%s)) * %s / %s AS INTEGER)",
    "postgresql": "(day - %s::date) * %s / %s",
}


class Gain(NamedTuple):
    """What a player won in one part of the season."""

    player: int
    part: int
    last_day: date
    plays: int
    added: int


def gains(season: int, game: str, players: Sequence[int], first: date, last: date) -> list[Gain]:
    """In so many parts at most as a race has points."""
    held = ", ".join(["%s"] * len(players))
    found = _asked(
        "SELECT player_id, part, MAX(day), SUM(plays), SUM(gained) FROM"  # noqa: S608 (no value)
        f" (SELECT player_id, day, plays, gained, {PART[connection.vendor]} AS part"
        " FROM scoring_playerday WHERE season_id = %s AND game = %s"
        f" AND player_id IN ({held})) AS days GROUP BY player_id, part",
        [first.isoformat(), MOST_POINTS, (last - first).days + 1, season, game, *players],
    )
    return [
        Gain(player, part, _day(day), int(plays), int(added))
        for player, part, day, plays, added in found
    ]
