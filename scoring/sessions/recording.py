"""Start a session and record changes in it: each is one transaction and one more revision."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import chain
from typing import Any

from scoring.contract import Game
from scoring.core.entries import score_change
from scoring.core.limits import BYTES_OF_A_HISTORY, REVISIONS_OF_A_SESSION
from scoring.core.outcome import Outcome
from scoring.core.refusals import Code, Refused
from scoring.documents.json_edits import Edit, compact
from scoring.documents.schema import Cover
from scoring.documents.scorer import SessionDocument, dump_document, read_document
from scoring.models import Group, League, Player, Revision, Season, Seat, Session
from scoring.models.join_codes import new_code
from scoring.models.locks import lock_leagues, lock_seasons_counting, lock_session_to_record
from scoring.models.revisions import By
from scoring.models.rows import Sitting, Table
from scoring.models.sessions import SessionIsDeleted
from scoring.models.transactions import write_transaction
from scoring.sessions import rows
from scoring.sessions.counting import count_change
from scoring.sessions.history import edits_between
from scoring.sessions.loading import (
    SessionState,
    StoredSession,
    counted_seasons,
    cover_of,
    load_stored,
)
from scoring.sessions.repeated_taps import opened_before
from scoring.sessions.results import columns_of, derived_tables
from scoring.sessions.seating import reseat
from scoring.sessions.steps import Steps, lists_of, move_photos, steps_between
from scoring.totals.closed_seasons import What
from scoring.totals.update import update_totals

START, DESCRIBE = "start", "describe"
STOP, REOPEN = "stop", "reopen"
REOPENED = "last-entry-removed"  # by which a session that was stopped goes on
QUICK_TABLE_LIFE = timedelta(days=30)

Played = SessionDocument[Any]
Change = Callable[[Any], Any]  # State -> State, of one game; may refuse
# Refuses the State and the outcome of a change, which a document might have.
Check = Callable[[Any, Outcome[Any]], object]
# What a change did, as a code; where that depends on the States before and after, from these.
Action = str | Callable[[Any, Any], str]
# Of rounds that somebody moved: list -> where each was before (scoring/sessions/steps.py).
Moved = Mapping[str, Sequence[int | None]]


class MovedOn(Exception):
    """Somebody recorded something since; what would be changed is not what was seen."""


class PlayersChanged(Exception):
    """Raised by a change of what was played that touches the players: see name_seats()."""


class LeagueOfAnotherGroup(Exception):
    """A session counts only for leagues of its own group."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The session after a change. `repeated`: the same tap had been recorded before."""

    revision: int
    played: Played
    outcome: Outcome[Any]
    seats: list[Seat]
    # None for a repeated tap, as others may have followed since.
    latest: Revision | None = None

    @property
    def repeated(self) -> bool:
        return self.latest is None


# Starting


@write_transaction()
def start(
    *,
    document: Played,
    by: By,
    group: Group | None = None,
    league: League | None = None,
    players: Mapping[str, Player] | None = None,
    action: str = START,
) -> Session:
    """Create a session, played as far as the document says; `players`: who at the table is whom."""
    if opened := opened_before(by.key):
        return opened
    check_league(league, group)
    document = read_document(dump_document(document))  # refuses names and texts that no form read
    outcome = document.game.score(document.state)
    # Also if it counts for nothing yet: locking a league locks all its sessions.
    lock_leagues([league.pk if league else None])
    session = new_session(document, outcome, by, group, league)
    session.save(force_insert=True)
    seats = Seat.objects.bulk_create(seats_at(session, document, players or {}))
    state = started_state(session, document, outcome, seats)
    rows.write(tables_of(document.game), session.pk, {}, state.rows)
    first_revision(session, document, action, by).save(force_insert=True)
    update_totals(removed=[], added=state.finished, at=by.at, what=What.ADDED)
    return session


# The parts of a new session: bulk_create.py starts many with them at once.


def new_session(
    document: Played, outcome: Outcome[Any], by: By, group: Group | None, league: League | None
) -> Session:
    session = Session(
        group=group,
        league=league,
        game=document.game.slug,
        result_only=document.game.result_only,
        stopped=document.state.stopped,
        revision=1,
        version=1,
        created_at=by.at,
        expires_at=None if group else by.at + QUICK_TABLE_LIFE,
        finished_at=by.at if outcome.finished else None,
        **_cover_columns(document.cover),
    )
    session.document_id = document.cover.id
    return session


def seats_at(session: Session, document: Played, players: Mapping[str, Player]) -> list[Seat]:
    return [
        Seat(session=session, place=place, name=name, player=players.get(name))
        for place, name in enumerate(document.state.players, 1)
    ]


def started_state(
    session: Session, document: Played, outcome: Outcome[Any], seats: Iterable[Seat]
) -> SessionState:
    """Return the state of a session whose row and seats are saved."""
    sitting = sitting_of(seats, session)
    document = replace(document, cover=cover_of(session))
    return SessionState(
        session=session.pk,
        document=document,
        sitting=sitting,
        columns=columns_of(session),
        known_outcome=outcome,
    )


def sitting_of(seats: Iterable[Seat], session: Session) -> Sitting:
    by_name = {seat.name: seat for seat in seats}
    return Sitting(
        seats={name: seat.pk for name, seat in by_name.items()},
        stopped=session.stopped,
        people={name: seat.player_id for name, seat in by_name.items()},
    )


def _cover_columns(cover: Cover) -> dict[str, Any]:
    return {
        "played_on": cover.played_on,
        "location": cover.location or "",
        "notes": cover.notes or "",
        "minutes": cover.minutes,
    }


# Recording


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """A locked session that is about to change. `recorded_as`: the same tap's earlier revision."""

    before: StoredSession
    by: By
    recorded_as: int | None

    @property
    def session(self) -> Session:
        return self.before.row

    @property
    def document(self) -> Played:
        return self.before.document

    @property
    def repeated(self) -> Recorded | None:
        """Return what to answer to a tap that was recorded before, or None for a new one."""
        if self.recorded_as is None:
            return None
        return Recorded(self.recorded_as, self.document, self.before.outcome, self.before.seats)

    def change(
        self, change: Change, action: Action, check: Check, moved: Moved | None = None
    ) -> Recorded:
        """Apply a change to the State, score it once, and save both."""
        game, before = self.document.game, self.document.state
        state, outcome = score_change(game.score, before, change(before))
        check(state, outcome)
        code = action if isinstance(action, str) else action(before, state)
        document = replace(self.document, state=state)
        steps = _steps(self.document, document, moved)
        return self.save(code, document, outcome=outcome, steps=steps)

    def save(
        self,
        action: str,
        document: Played,
        *,
        outcome: Outcome[Any] | None = None,
        returned_to: int | None = None,
        reverted: str = "",
        reseated: list[Seat] | None = None,
        steps: Steps | None = None,
    ) -> Recorded:
        """Store the session as the document says, with what follows from it, as one revision.

        `outcome`: of the document, if it was scored already; `returned_to`: the revision that it
        goes back to; `reverted`: the action that an undo or a redo takes back or puts back;
        `reseated`: all seats, where their names or players change; `steps`: how its
        rounds follow from those before, where the documents do not show it."""
        session, before = self.session, self.before
        seats = reseated or before.seats
        if document.state.players != tuple([seat.name for seat in seats]):
            raise PlayersChanged
        outcome = outcome or document.game.score(document.state)
        seasons: list[Season] = []
        if before.is_over or outcome.finished:
            lock_leagues([session.league_id])
            seasons = lock_seasons_counting(session, document.cover.played_on)
            before = replace(before, find_seasons=counted_seasons(seasons, "has_results"))
        changes = self._changed_columns(document, outcome)
        finished_at = changes.get("finished_at", session.finished_at)
        columns = replace(before.columns, finished_at=finished_at)
        after = SessionState(
            session=session.pk,
            document=document,
            sitting=sitting_of(seats, session) if reseated else before.sitting,
            columns=columns,
            known_outcome=outcome,
            find_seasons=counted_seasons(seasons, "has_day"),
        )
        edits = edits_between(before, after)
        if reseated:
            reseat(reseated)
        rows.write(_tables_of_both(before, after), session.pk, before.rows, after.rows)
        revision = new_revision(session, session.revision + 1, action, self.by, returned_to)
        if returned_to is None:
            revision.steps = steps or _steps(self.document, document)
        append_revision(revision, edits, changes)
        if session.has_photos and (revision.steps or returned_to):
            move_photos(session, self.by.at)
        count_change(session, before, after, at=self.by.at, locked=seasons)
        if before.finished:
            self.by.confirm()  # again: a new day may have moved it to a closed season
        if document.game is self.document.game:
            document.game.store.after_change(
                session, before.document.state, document.state, reverted or action
            )
        return Recorded(revision.number, document, outcome, seats, revision)

    def _changed_columns(self, document: Played, outcome: Outcome[Any]) -> dict[str, Any]:
        """Return the columns of the session that have to be written."""
        session = self.session
        finished_at = (session.finished_at or self.by.at) if outcome.finished else None
        columns = {
            "result_only": document.game.result_only,
            "stopped": document.state.stopped,
            "finished_at": finished_at,
            **_cover_columns(document.cover),
        }
        if session.finished_at is not None and finished_at is None:
            columns["code"] = new_code()  # the old one ended with the table
        return {key: value for key, value in columns.items() if getattr(session, key) != value}


def open_session(session: Session, by: By, seen: int | None = None) -> OpenedSession:
    """Lock a session for a change and read it; call this in the transaction of the change.

    `seen`: the revision that the change is meant for, if for that one only. A tap that was recorded
    before is let through, so that it is answered as the first time."""
    recorded_as = lock_session_to_record(session.pk, by.key)
    stored = load_stored(session)
    locked = stored.row
    if recorded_as is None:
        by.confirm_at(locked)
        if locked.deleted_at is not None:
            raise SessionIsDeleted
        if seen not in {None, locked.revision}:
            raise MovedOn
        check_history(locked)
    return OpenedSession(stored, by, recorded_as)


def check_history(locked: Session) -> None:
    """Refuse a change to a session that was changed too often, or whose history is too long."""
    if locked.revision >= REVISIONS_OF_A_SESSION:
        raise Refused((), Code.TOO_MANY_CHANGES, most=REVISIONS_OF_A_SESSION)
    if locked.stored_bytes >= BYTES_OF_A_HISTORY:
        raise Refused((), Code.HISTORY_IS_FULL)


def no_check(_state: object, _outcome: Outcome[Any]) -> None:
    pass


@write_transaction()
def record(
    *,
    session: Session,
    change: Change,
    action: Action,
    by: By,
    seen: int | None = None,
    check: Check = no_check,
    moved: Moved | None = None,
) -> Recorded:
    """Apply a change to the latest State, and score it; the rules may refuse it then.

    `seen`: see open_session(); `moved`: where the rounds were before, if they may have moved."""
    opened = open_session(session, by, seen)
    return opened.repeated or opened.change(change, action, check, moved)


def action_between(action: str, before: Any, after: Any) -> str:
    """Return the code of a correction; another one if it left nothing to stop (R-3)."""
    return REOPENED if before.stopped and not after.stopped else action


def stop(*, session: Session, by: By) -> Recorded:
    """Break the session off where it is."""
    return _set_stopped(session, by, STOP, stopped=True)


def reopen(*, session: Session, by: By) -> Recorded:
    """Go on with a session that was broken off."""
    return _set_stopped(session, by, REOPEN, stopped=False)


@write_transaction()
def _set_stopped(session: Session, by: By, action: str, *, stopped: bool) -> Recorded:
    opened = open_session(session, by)
    game = opened.document.game
    return opened.repeated or opened.change(
        lambda state: game.stop(state, stopped), action, game.play.check_end
    )


@write_transaction()
def describe(
    *,
    session: Session,
    played_on: date | None,
    location: str,
    notes: str,
    by: By,
    minutes: int | None = None,
) -> Recorded:
    """Set the day, the place, the notes, and the length: 0 for an unknown one, None to leave it."""
    opened = open_session(session, by)
    if opened.repeated:
        return opened.repeated
    before = opened.document.cover
    cover = replace(
        before,
        played_on=played_on,
        location=location or None,
        notes=notes or None,
        minutes=before.minutes if minutes is None else minutes or None,
    )
    return opened.save(DESCRIBE, replace(opened.document, cover=cover))


def _steps(before: Played, after: Played, moved: Moved | None = None) -> Steps | None:
    old, new = (lists_of(document.game, document.state) for document in (before, after))
    return steps_between(old, new, moved)


def append_revision(revision: Revision, edits: list[Edit], columns: Mapping[str, object]) -> None:
    """Add a revision, and save what else changes in the session's own row."""
    session = revision.session
    revision.edits = edits
    revision.save(force_insert=True)
    more = len(compact(edits).encode())
    columns = {
        **columns,
        "revision": revision.number,
        "version": session.version + 1,
        "stored_bytes": session.stored_bytes + more,
    }
    for name, value in columns.items():
        setattr(session, name, value)
    session.save(update_fields=columns)


def new_revision(
    session: Session, number: int, action: str, by: By, returned_to: int | None = None
) -> Revision:
    return Revision(
        session=session,
        number=number,
        action=action,
        actor=by.actor,
        seat=by.seat,
        at=by.at,
        key=by.key,
        returned_to=returned_to,
    )


def first_revision(session: Session, document: Played, action: str, by: By) -> Revision:
    revision = new_revision(session, 1, action, by)
    revision.steps = steps_between({}, lists_of(document.game, document.state))
    return revision


def _tables_of_both(before: SessionState, after: SessionState) -> Iterable[Table]:
    """Return the tables of two games where rounds give way to a result without them, or back."""
    games = dict.fromkeys((before.document.game, after.document.game))
    return dict.fromkeys(chain.from_iterable(map(tables_of, games)))


def tables_of(game: Game[Any]) -> tuple[Table, ...]:
    return (*game.store.tables, *derived_tables(game))


def check_league(league: League | None, group: Group | None) -> None:
    if league is not None and (group is None or league.group_id != group.pk):
        raise LeagueOfAnotherGroup
