"""A finished session of a group, with what is added up of it for its players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from scoring.core.outcome import Outcome
from scoring.core.standings import LEAST_PLAYERS, Place
from scoring.documents.scorer import SessionDocument
from scoring.models import Result, SeasonSession
from scoring.models.results import Order
from scoring.models.rows import Rows, Sitting

EVERY_GAME = ""  # the game of sums over all games together


class ResultRow(NamedTuple):
    """The columns of a stored result, beside its seat."""

    rank: int
    points: int | None
    decided_by: str
    group_id: int | None
    season_id: int | None
    player_id: int | None
    game: str
    players: int
    sharing: int
    played_on: date | None
    finished_at: datetime

    @property
    def place(self) -> Place:
        return Place(self.players, self.rank, self.sharing)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's place and points in a session."""

    player: int
    seat: int  # clockwise, from 1
    place: Place
    points: int | None
    decided_by: str


@dataclass(frozen=True, slots=True)
class PlayerFactCount:
    """A fact about a player that follows from the rounds: so many times, of so many."""

    player: int
    what: str
    subject: str
    times: int
    of: int


@dataclass(frozen=True, slots=True)
class FinishedSession:
    session: int
    group: int
    seasons: tuple[int, ...]  # for which it counts (L-1)
    game: str
    played_on: date | None
    finished_at: datetime
    results: tuple[PlayerResult, ...]
    facts: tuple[PlayerFactCount, ...] = ()
    variants: tuple[str, ...] = ()
    result_only: bool = False

    @property
    def players(self) -> list[int]:
        return [result.player for result in self.results]

    @property
    def is_contest(self) -> bool:
        """Return whether anybody could be beaten."""
        return self.results[0].place.players >= LEAST_PLAYERS

    @property
    def order(self) -> Order:
        """Sort sessions as they were played; those without a day come first."""
        return self.played_on or date.min, self.finished_at, self.session

    @property
    def standing(self) -> tuple[Order, str, frozenset[tuple[int, Place]]]:
        """Return all that standings depend on: when it was played, the game, who came where."""
        places = frozenset([(result.player, result.place) for result in self.results])
        return self.order, self.game, places


def differing(
    removed: Sequence[FinishedSession], added: Sequence[FinishedSession]
) -> tuple[list[FinishedSession], list[FinishedSession]]:
    """Leave out sessions that are removed and added with the same places at the same time."""
    before, after = {one.standing for one in removed}, {one.standing for one in added}
    return (
        [session for session in removed if session.standing not in after],
        [session for session in added if session.standing not in before],
    )


def finished_session(
    session: int,
    document: SessionDocument[Any],
    outcome: Outcome[Any],
    sitting: Sitting,
    derived: Rows,
) -> list[FinishedSession]:
    """Return a session with results in a group, as a list of none or one.

    Seats of nobody whom the group knows are left out."""
    places = {seat: place for place, seat in enumerate(sitting.seats.values(), 1)}
    results, first = [], None
    for (seat,), row in derived.get(Result, {}).items():
        stored = ResultRow(*row)
        if stored.group_id is None or stored.player_id is None:
            continue
        first = first or stored
        results.append(
            PlayerResult(
                stored.player_id, places[seat], stored.place, stored.points, stored.decided_by
            )
        )
    if first is None or first.group_id is None:
        return []
    return [
        FinishedSession(
            session=session,
            group=first.group_id,
            seasons=tuple([season for (season,) in derived.get(SeasonSession, {})]),
            game=first.game,
            played_on=first.played_on,
            finished_at=first.finished_at,
            results=tuple(results),
            facts=_facts(document, outcome, sitting),
            variants=tuple(document.game.variants(document.state)),
            result_only=document.game.result_only,
        )
    ]


def _facts(
    document: SessionDocument[Any], outcome: Outcome[Any], sitting: Sitting
) -> tuple[PlayerFactCount, ...]:
    facts = document.game.facts(document.state, outcome)
    players = [(sitting.person(fact.player), fact) for fact in facts]
    return tuple(
        [
            PlayerFactCount(player, fact.what, fact.subject, fact.times, fact.of)
            for player, fact in players
            if player is not None
        ]
    )
