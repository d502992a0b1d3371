"""Find sessions that look like one that is about to be added: the same evening, entered twice."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date
from typing import Any

from scoring.core.outcome import Outcome
from scoring.documents.scorer import SessionDocument
from scoring.models import Group, Result, Session
from scoring.sessions.name_matching import name_key

BATCH = 200  # days in a query
MOST_OPEN_TABLES = 50  # of a group, a game and a day, that are looked through

# The game, the day, and of each player the name with the points, or with the rank below zero.
Likeness = tuple[str, date, frozenset[tuple[str, int]]]


def likeness(document: SessionDocument[Any], outcome: Outcome[Any]) -> Likeness | None:
    """Return by what a finished session of a known day is recognised; None for others."""
    day = document.cover.played_on
    if day is None or not outcome.finished:
        return None
    players = [
        (name_key(standing.player), _figure(standing.known_points, standing.rank))
        for standing in outcome.standings
    ]
    return document.game.slug, day, frozenset(players)


def sessions_alike(group: Group, wanted: Collection[Likeness]) -> dict[Likeness, Session]:
    """Return sessions of the group that look like these; two queries for 200 days."""
    days = sorted({day for _game, day, _players in wanted})
    found: dict[Likeness, Session] = {}
    for at in range(0, len(days), BATCH):
        of_days = Session.objects.finished_on(group, days[at : at + BATCH])
        sessions = {session.pk: session for session in of_days}
        players: dict[int, set[tuple[str, int]]] = defaultdict(set)
        for pk, name, points, rank in Result.objects.names_and_figures(sessions):
            players[pk].add((name_key(name), _figure(points, rank)))
        for pk, of_session in players.items():
            session = sessions[pk]
            if session.played_on is not None:
                found[session.game, session.played_on, frozenset(of_session)] = session
    return {like: found[like] for like in wanted if like in found}


def open_table_of(group: Group, document: SessionDocument[Any]) -> Session | None:
    """Return a table that has not ended, with the game, the day and the players of a result."""
    day = document.cover.played_on
    if day is None:
        return None
    tables = Session.objects.open_on(group, document.game.slug, day)[:MOST_OPEN_TABLES]
    names = {name_key(name) for name in document.state.players}
    return next((one for one in tables if _names_at(one) == names), None)


def _names_at(table: Session) -> set[str]:
    return {name_key(seat.name) for seat in table.seats.all()}


def _figure(points: int | None, rank: int) -> int:
    return -rank if points is None else points
