"""A finished session of a group, with what is added up of it for its players."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from scoring.core.outcome import Outcome
from scoring.core.standings import LEAST_PLAYERS, Place
from scoring.documents.scorer import SessionDocument
from scoring.models import Result, Season, SeasonSession
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


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """Sessions that a season loses as they were, and gets as they are."""

    season: Season
    removed: Sequence[FinishedSession]
    added: Sequence[FinishedSession]

    @property
    def sessions(self) -> list[FinishedSession]:
        return [*self.removed, *self.added]


def signed_results(
    removed: Iterable[FinishedSession], added: Iterable[FinishedSession]
) -> Iterator[tuple[int, FinishedSession, PlayerResult]]:
    """Yield each result, with the sign that it has in a change of sums."""
    for sessions, sign in ((removed, -1), (added, 1)):
        for session in sessions:
            for result in session.results:
                yield sign, session, result


def sessions_of(game: str, sessions: Sequence[FinishedSession]) -> list[FinishedSession]:
    """Return the sessions of a game, or all of them for every game."""
    return [session for session in sessions if game in {EVERY_GAME, session.game}]


def affected_players(
    removed: Iterable[FinishedSession], added: Iterable[FinishedSession]
) -> set[int]:
    """Return the players whose places, or the days of them, are others than before."""
    changes: Counter[tuple[int, Place, Order, str]] = Counter()
    for sign, session, result in signed_results(removed, added):
        changes[result.player, result.place, session.order, session.game] += sign
    return {player for (player, *_what), times in changes.items() if times}


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
