"""The rows that follow from a session: its results, and what its game derives from an outcome."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

from scoring.contract import Game
from scoring.core.outcome import Outcome
from scoring.core.standings import LEAST_PLAYERS
from scoring.documents.scorer import SessionDocument
from scoring.models import Result, Season, Session
from scoring.models.rows import Rows, Sitting, Table
from scoring.totals.finished import ResultRow

RESULTS = Table(Result, key=("seat_id",), columns=ResultRow._fields)

# League, game and day -> the season that a session counts for.
FindSeason = Callable[[int, str, date], Season | None]


@dataclass(frozen=True, slots=True)
class SessionColumns:
    """The columns of a session, beside its document, that its results depend on."""

    group: int | None
    league: int | None
    finished_at: datetime | None
    is_deleted: bool


def columns_of(session: Session) -> SessionColumns:
    is_deleted = session.deleted_at is not None
    return SessionColumns(session.group_id, session.league_id, session.finished_at, is_deleted)


def derived_tables(game: Game[Any]) -> tuple[Table, ...]:
    return (*game.store.derived, RESULTS)


def derive_rows(
    document: SessionDocument[Any],
    outcome: Outcome[Any],
    sitting: Sitting,
    columns: SessionColumns,
    find_season: FindSeason | None = None,
) -> Rows:
    """Return what is stored of an outcome; a session that goes on, or was deleted, has no results.

    `find_season`: a faster way to look a season up than to ask the database each time."""
    has_results = outcome.finished and not columns.is_deleted
    results = _results(document, outcome, sitting, columns, find_season) if has_results else {}
    return {**document.game.store.derive(outcome, sitting), Result: results}


def _results(
    document: SessionDocument[Any],
    outcome: Outcome[Any],
    sitting: Sitting,
    columns: SessionColumns,
    find_season: FindSeason | None,
) -> dict[tuple[Any, ...], ResultRow]:
    season = season_of(document, columns, find_season)
    sharing = Counter(standing.rank for standing in outcome.standings)
    return {
        (sitting.seat(standing.player),): ResultRow(
            rank=standing.rank,
            points=standing.known_points,
            decided_by=standing.decided_by or "",
            group_id=columns.group,
            season_id=season,
            player_id=sitting.person(standing.player),
            game=document.game.slug,
            players=len(outcome.standings),
            sharing=sharing[standing.rank],
            played_on=document.cover.played_on,
            finished_at=cast("datetime", columns.finished_at),  # a finished session has it
        )
        for standing in outcome.standings
    }


def season_of(
    document: SessionDocument[Any], columns: SessionColumns, find_season: FindSeason | None = None
) -> int | None:
    """Return the season that a finished session counts for (L-1).

    Whoever records holds the league's lock: nobody changes meanwhile which days and games count."""
    day, enough = document.cover.played_on, len(document.state.players) >= LEAST_PLAYERS
    if columns.league is None or day is None or not enough:
        return None
    season = (find_season or Season.objects.counting)(columns.league, document.game.slug, day)
    return None if season is None else season.pk
