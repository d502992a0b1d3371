"""What follows from a session as it stands: its results, and what its game keeps for readers."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from scoring.contract import Game
from scoring.core.outcome import Outcome
from scoring.core.standings import LEAST_PLAYERS
from scoring.documents.scorer import SessionDocument
from scoring.models import Result, Season, Session
from scoring.models.rows import Rows, Sitting, Table

RESULTS = Table(
    Result,
    key=("seat_id",),
    columns=(
        "rank",
        "points",
        "decided_by",
        "group_id",
        "season_id",
        "player_id",
        "game",
        "players",
        "sharing",
        "played_on",
        "finished_at",
    ),
)


# League, game and day -> the season that a session counts for.
Counting = Callable[[int, str, date], Season | None]


@dataclass(frozen=True, slots=True)
class Filed:
    """Where a session is kept, and since when it is over."""

    group: int | None
    league: int | None
    finished_at: datetime | None
    is_deleted: bool


def filed(session: Session) -> Filed:
    is_deleted = session.deleted_at is not None
    return Filed(session.group_id, session.league_id, session.finished_at, is_deleted)


def derived_tables(game: Game[Any]) -> tuple[Table, ...]:
    return (*game.store.derived, RESULTS)


def derived(
    played: SessionDocument[Any],
    outcome: Outcome[Any],
    sitting: Sitting,
    where: Filed,
    counting: Counting | None = None,
) -> Rows:
    """By the rules; a session that goes on, or was deleted, has no results."""
    results = {} if where.is_deleted else _results(played, outcome, sitting, where, counting)
    return {**played.game.store.derive(outcome, sitting), Result: results}


def _results(
    played: SessionDocument[Any],
    outcome: Outcome[Any],
    sitting: Sitting,
    where: Filed,
    counting: Counting | None,
) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    if not outcome.finished:
        return {}
    season = season_of(played, where, counting)
    ranks = Counter(place.rank for place in outcome.standings)
    return {
        (sitting.seat(place.player),): (
            place.rank,
            place.points,
            place.decided_by or "",
            where.group,
            season,
            sitting.person(place.player),
            played.game.slug,
            len(outcome.standings),
            ranks[place.rank],
            played.cover.played_on,
            where.finished_at,
        )
        for place in outcome.standings
    }


def season_of(
    played: SessionDocument[Any], where: Filed, counting: Counting | None = None
) -> int | None:
    """The season that a finished session counts for (L-1).

    Verbs hold the league's lock: nobody changes meanwhile which days and games count."""
    day, enough = played.cover.played_on, len(played.state.players) >= LEAST_PLAYERS
    if where.league is None or day is None or not enough:
        return None
    season = (counting or Season.objects.counting)(where.league, played.game.slug, day)
    return None if season is None else season.pk
