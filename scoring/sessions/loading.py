"""Read a session from its rows, to show it and for the next change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from django.db import DEFAULT_DB_ALIAS

from scoring.contract import Game
from scoring.core.outcome import Outcome
from scoring.core.refusals import Path, after_the_end
from scoring.documents.content_ids import is_content_id
from scoring.documents.schema import Cover
from scoring.documents.scorer import SessionDocument
from scoring.models import Season, SeasonSession, Seat, Session
from scoring.models.rows import Rows, Sitting, Table
from scoring.noted.game import game_of
from scoring.sessions import rows
from scoring.sessions.results import FindSeasons, SessionColumns, columns_of, derive_rows
from scoring.totals.finished import FinishedSession, finished_session

SESSION_COLUMNS = tuple([field.attname for field in Session._meta.concrete_fields])
SESSION = Table(Session, key=(), columns=SESSION_COLUMNS, session="id")
SEATS = Table(Seat, key=("place",), columns=("name", "id", "player_id"))


def load(session: Session) -> SessionDocument[Any]:
    """Read what was recorded of a session, as it is now; one query."""
    return load_stored(session).document


def check_going_on(session: Session, path: Path) -> None:
    """Refuse a new entry, which would be at the path, of a session that is over (R-4)."""
    if session.finished_at is not None:
        raise after_the_end(path)


@dataclass(frozen=True, kw_only=True)
class SessionState:
    """A session before or after a change; what follows from it is worked out once at most."""

    session: int
    document: SessionDocument[Any]
    sitting: Sitting
    columns: SessionColumns
    known_outcome: Outcome[Any] | None = None  # where the document was scored already
    find_seasons: FindSeasons | None = None  # faster than to ask the database each time

    @property
    def is_over(self) -> bool:
        return self.columns.finished_at is not None

    @cached_property
    def outcome(self) -> Outcome[Any]:
        return self.known_outcome or self.document.game.score(self.document.state)

    @cached_property
    def recorded(self) -> Rows:
        """Return the rows of what the table entered."""
        return self.document.game.store.to_rows(self.document.state, self.sitting)

    @cached_property
    def derived(self) -> Rows:
        """Return the rows that follow from it by the rules."""
        return derive_rows(
            self.document, self.outcome, self.sitting, self.columns, self.find_seasons
        )

    @cached_property
    def rows(self) -> Rows:
        return {**self.recorded, **self.derived}

    @cached_property
    def finished(self) -> list[FinishedSession]:
        """Return the session for totals, as a list of none or one: ready to add, or to take out."""
        if not self.is_over:
            return []
        return finished_session(
            self.session, self.document, self.outcome, self.sitting, self.derived
        )


@dataclass(frozen=True, kw_only=True)
class StoredSession(SessionState):
    """A session as its rows have it."""

    row: Session
    stored: Rows

    @cached_property
    def rows(self) -> Rows:
        """Return the rows of the database; those that follow from an end are worked out."""
        return {**self.stored, **self.derived} if self.is_over else self.stored

    @property
    def recorded(self) -> Rows:
        return self.stored

    @property
    def seats(self) -> list[Seat]:
        """Return the seats clockwise."""
        return [
            Seat(id=pk, session=self.row, place=place, name=name, player_id=player)
            for (place,), (name, pk, player) in sorted(self.stored[Seat].items())
        ]

    def called(self, names: Sequence[str]) -> SessionDocument[Any]:
        """Return the document with these names at the seats, clockwise."""
        if self.sitting.players == tuple(names):
            return self.document
        sitting = replace(
            self.sitting, seats=dict(zip(names, self.sitting.seats.values(), strict=True))
        )
        state = self.document.game.store.from_rows(self.stored, sitting)
        return replace(self.document, state=state)


def load_stored(session: Session) -> StoredSession:
    """Read a session as it is now, with its own row: one query, so all of it is of one moment.

    Hold its lock to change it. Raises Session.DoesNotExist."""
    game = game_of(session)
    tables = (SESSION, SEATS, *game.store.tables, *game.store.derived)
    return _stored_session(game, rows.read(tables, session.pk))


def load_many(sessions: Sequence[Session]) -> list[StoredSession]:
    """Read sessions as load_stored() does, with a query for all of a game.

    Those that were deleted for good meanwhile are left out."""
    numbers: dict[Game[Any], list[int]] = {}
    for session in sessions:
        numbers.setdefault(game_of(session), []).append(session.pk)
    stored = {
        pk: _stored_session(game, found)
        for game, pks in numbers.items()
        for pk, found in rows.read_many((SESSION, SEATS, *game.store.tables), pks).items()
        if found[Session]
    }
    return [stored[session.pk] for session in sessions if session.pk in stored]


def _stored_session(game: Game[Any], stored: Rows) -> StoredSession:
    """Raises Session.DoesNotExist."""
    if not stored[Session]:
        raise Session.DoesNotExist
    row = Session.from_db(DEFAULT_DB_ALIAS, SESSION_COLUMNS, stored[Session][()])
    if game_of(row) is not game:  # it has another kind of rows since it was looked up
        return load_stored(row)
    sitting = _sitting(row, stored)
    return StoredSession(
        session=row.pk,
        document=SessionDocument(game, cover_of(row), game.store.from_rows(stored, sitting)),
        sitting=sitting,
        columns=columns_of(row),
        row=row,
        stored=stored,
    )


def counted_seasons(seasons: Iterable[Any], why: str) -> FindSeasons:
    """Find the seasons that `why` holds for, of those that lock_seasons_counting() returned."""
    matching = [season for season in seasons if getattr(season, why)]
    return lambda *_what: matching


def as_counted(stored: StoredSession) -> StoredSession:
    """Return the session with the seasons that it counts for as it is stored.

    Other days or games of a season may say otherwise already, while its sessions are being moved.
    Hold the league's lock, so that nobody moves this one meanwhile."""
    if stored.columns.finished_at is None:
        return stored
    seasons = list(Season.objects.with_session(stored.session))
    return replace(stored, find_seasons=partial(_same_seasons, seasons))


def many_as_counted(sessions: Sequence[StoredSession]) -> list[StoredSession]:
    """Return sessions as as_counted() does, with two queries for all of them."""
    counted = SeasonSession.objects.seasons_of([stored.session for stored in sessions])
    return [
        replace(stored, find_seasons=partial(_same_seasons, counted.get(stored.session, [])))
        for stored in sessions
    ]


def _same_seasons(seasons: list[Season], *_what: object) -> list[Season]:
    return seasons


def _sitting(session: Session, stored: Rows) -> Sitting:
    seats = [values for _place, values in sorted(stored[Seat].items())]
    return Sitting(
        seats={name: pk for name, pk, _player in seats},
        stopped=session.stopped,
        people={name: player for name, _pk, player in seats},
    )


def cover_of(session: Session) -> Cover:
    id = session.document_id or session.uuid
    return Cover(
        id=None if is_content_id(id) else id,
        played_on=session.played_on,
        location=session.location or None,
        notes=session.notes or None,
        minutes=session.minutes,
    )
