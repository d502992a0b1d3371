"""The rows that follow from a session: its results, and what its game derives from an outcome."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

from scoring.contract import Game
from scoring.core.outcome import Outcome
from scoring.core.standings import LEAST_PLAYERS
from scoring.documents.scorer import SessionDocument
from scoring.models import Result, Season, SeasonSession, Session
from scoring.models.rows import Rows, Sitting, Table
from scoring.totals.finished import ResultRow

RESULTS = Table(Result, key=("seat_id",), columns=ResultRow._fields)
COUNTED = Table(SeasonSession, key=("season_id",), columns=("game", "played_on", "finished_at"))

# League, game and day -> the seasons that a session counts for.
FindSeasons = Callable[[int, str, date], Sequence[Season]]


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
    return (*game.store.derived, RESULTS, COUNTED)


def derive_rows(
    document: SessionDocument[Any],
    outcome: Outcome[Any],
    sitting: Sitting,
    columns: SessionColumns,
    find_seasons: FindSeasons | None = None,
) -> Rows:
    """Return what is stored of an outcome; a session that goes on, or was deleted, has no results.

    `find_seasons`: a faster way to look seasons up than to ask the database each time."""
    rows = document.game.store.derive(outcome, sitting)
    if not outcome.finished or columns.is_deleted:
        return {**rows, Result: {}, SeasonSession: {}}
    seasons = seasons_of(document, columns, find_seasons)
    counted = (document.game.slug, document.cover.played_on, columns.finished_at)
    return {
        **rows,
        Result: _results(document, outcome, sitting, columns, min(seasons, default=None)),
        SeasonSession: {(season,): counted for season in seasons},
    }


def _results(
    document: SessionDocument[Any],
    outcome: Outcome[Any],
    sitting: Sitting,
    columns: SessionColumns,
    first_season: int | None,
) -> dict[tuple[Any, ...], ResultRow]:
    sharing = Counter(standing.rank for standing in outcome.standings)
    return {
        (sitting.seat(standing.player),): ResultRow(
            rank=standing.rank,
            points=standing.known_points,
            decided_by=standing.decided_by or "",
            group_id=columns.group,
            season_id=first_season,
            player_id=sitting.person(standing.player),
            game=document.game.slug,
            players=len(outcome.standings),
            sharing=sharing[standing.rank],
            played_on=document.cover.played_on,
            finished_at=cast("datetime", columns.finished_at),  # a finished session has it
        )
        for standing in outcome.standings
    }


def seasons_of(
    document: SessionDocument[Any], columns: SessionColumns, find_seasons: FindSeasons | None = None
) -> list[int]:
    """Return the seasons that a finished session counts for (L-1).

    Recording holds the league's lock, so nobody changes which days and games count."""
    day, enough = document.cover.played_on, len(document.state.players) >= LEAST_PLAYERS
    if columns.league is None or day is None or not enough:
        return []
    find = find_seasons or Season.objects.counting
    return [season.pk for season in find(columns.league, document.game.slug, day)]
