"""Start many sessions in one transaction, each as `recording.start` would."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from scoring.models import Group, League, Player, Revision, Season, Seat, Session
from scoring.models.locks import lock_leagues
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.sessions import rows
from scoring.sessions.loading import SessionState
from scoring.sessions.recording import (
    START,
    Played,
    check_league,
    first_revision,
    new_session,
    seats_at,
    started_state,
    tables_of,
)
from scoring.totals.closed_seasons import What
from scoring.totals.update import update_totals


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session to be started, and who at its table is whom."""

    document: Played
    by: By
    players: Mapping[str, Player]


@write_transaction()
def start_many(
    *,
    new_sessions: Sequence[NewSession],
    group: Group,
    league: League | None = None,
    action: str = START,
) -> list[Session]:
    """Start sessions together, so that what they add to is read and written once."""
    check_league(league, group)
    sessions, states = _create(new_sessions, group, league)
    lock_leagues([league.pk if league else None])
    find_seasons = cache(lambda *what: list(Season.objects.counting(*what)))
    states = [replace(state, find_seasons=find_seasons) for state in states]
    _write_rows(states)
    Revision.objects.bulk_create(
        first_revision(session, new.document, action, new.by)
        for session, new in zip(sessions, new_sessions, strict=True)
    )
    if added := [finished for state in states for finished in state.finished]:
        at = max(new.by.at for new in new_sessions)
        update_totals(removed=[], added=added, at=at, what=What.ADDED)
    return sessions


def _create(
    new_sessions: Sequence[NewSession], group: Group, league: League | None
) -> tuple[list[Session], list[SessionState]]:
    """Save the sessions' own rows and their seats."""
    documents = [new.document for new in new_sessions]
    outcomes = [document.game.score(document.state) for document in documents]
    sessions = Session.objects.bulk_create(
        new_session(document, outcome, new.by, group, league)
        for document, outcome, new in zip(documents, outcomes, new_sessions, strict=True)
    )
    seats = [
        seats_at(session, document, new.players)
        for session, document, new in zip(sessions, documents, new_sessions, strict=True)
    ]
    Seat.objects.bulk_create(chain.from_iterable(seats))
    states = map(started_state, sessions, documents, outcomes, seats)
    return sessions, list(states)


def _write_rows(states: Sequence[SessionState]) -> None:
    for game in {state.document.game for state in states}:
        of_game = {state.session: state.rows for state in states if state.document.game is game}
        rows.write_new(tables_of(game), of_game)
