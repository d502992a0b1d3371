"""Many new sessions in one transaction: what they are is what `sessions.start` makes of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any

from django.db import transaction

from scoring.core.outcome import Outcome
from scoring.documents.scorer import dump_document, read_document
from scoring.models import Group, League, Player, Revision, Season, Seat, Session
from scoring.models.locks import lock_leagues
from scoring.models.revisions import By
from scoring.models.rows import Rows, Sitting
from scoring.sessions import rows
from scoring.sessions.recording import (
    START,
    Played,
    check_league,
    cover_of,
    first_revision,
    new_session,
    rows_of,
    seats_at,
    sitting_of,
    tables_of,
)
from scoring.sessions.results import Counting, filed
from scoring.totals.finished import Finished, finished
from scoring.totals.update import count


@dataclass(frozen=True, slots=True)
class Coming:
    """A session to be started, and who at its table is whom."""

    document: Played
    by: By
    players: Mapping[str, Player]


@dataclass(frozen=True, slots=True)
class _Begun:
    """With its own row, and its seats."""

    session: Session
    played: Played
    outcome: Outcome[Any]
    sitting: Sitting
    by: By


@transaction.atomic
def start_many(
    *, coming: Sequence[Coming], group: Group, league: League | None = None, action: str = START
) -> list[Session]:
    """Counted together, so that what they add to is read and written once."""
    check_league(league, group)
    begun = _begun(coming, group, league)
    lock_leagues([league.pk if league else None])
    counting: Counting = cache(Season.objects.counting)
    stored = {
        one.session.pk: rows_of(one.played, one.outcome, one.sitting, filed(one.session), counting)
        for one in begun
    }
    _write(begun, stored)
    Revision.objects.bulk_create(
        first_revision(one.session, one.played, action, one.by) for one in begun
    )
    if come := [over for one in begun for over in _finished(one, stored)]:
        count(gone=[], come=come, at=max(one.by.at for one in coming))
    return [one.session for one in begun]


def _begun(coming: Sequence[Coming], group: Group, league: League | None) -> list[_Begun]:
    documents = [read_document(dump_document(one.document)) for one in coming]
    outcomes = [document.game.score(document.state) for document in documents]
    sessions = Session.objects.bulk_create(
        new_session(document, outcome, one.by, group, league)
        for document, outcome, one in zip(documents, outcomes, coming, strict=True)
    )
    seats = [
        seats_at(session, document, one.players)
        for session, document, one in zip(sessions, documents, coming, strict=True)
    ]
    Seat.objects.bulk_create(chain.from_iterable(seats))
    return [
        _Begun(
            session,
            replace(document, cover=cover_of(session)),
            outcome,
            sitting_of(own, stopped=session.stopped),
            one.by,
        )
        for session, document, outcome, own, one in zip(
            sessions, documents, outcomes, seats, coming, strict=True
        )
    ]


def _write(begun: Sequence[_Begun], stored: Mapping[int, Rows]) -> None:
    for game in {one.played.game.slug: one.played.game for one in begun}.values():
        own = [one.session.pk for one in begun if one.played.game is game]
        rows.write_new(tables_of(game), {session: stored[session] for session in own})


def _finished(one: _Begun, stored: Mapping[int, Rows]) -> list[Finished]:
    own = stored[one.session.pk]
    return finished(one.session.pk, one.played, one.outcome, one.sitting, own)
