"""The verbs of a session. Each is one transaction, and every change is one more revision."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.db import transaction

from scoring.contract import Game
from scoring.core.outcome import Outcome
from scoring.documents.schema import Cover
from scoring.documents.scorer import SessionDocument, dump_document, read_document
from scoring.models import Group, League, Player, Revision, Seat, Session
from scoring.models.locks import lock_leagues, lock_session
from scoring.models.revisions import By
from scoring.models.rows import Rows, Sitting, Table
from scoring.models.sessions import SessionIsDeleted
from scoring.registry import get_game
from scoring.sessions import rows
from scoring.sessions.results import Counting, Filed, derived, derived_tables, filed
from scoring.sessions.undo import REDO, UNDO, redo_target, stands_now, undo_target
from scoring.totals.finished import Finished, finished
from scoring.totals.update import count

START, RESTORE, DESCRIBE = "start", "restore", "describe"
STOP, REOPEN = "stop", "reopen"
QUICK_TABLE_LIFE = timedelta(days=30)

SEATS = Table(Seat, key=("place",), columns=("name", "id", "player_id"))

Played = SessionDocument[Any]
Change = Callable[[Any], Any]  # State -> State, of one game; may refuse


@dataclass(frozen=True, slots=True)
class Worked:
    """The session as a change leaves it."""

    played: Played
    returned_to: int | None = None  # the revision that it went back to, if it did
    undone: str = ""  # the action that it took back or put back


class MovedOn(Exception):
    """Somebody recorded something since; what would be changed is not what was seen."""


class PlayersChanged(Exception):
    """Who sits where is settled when the table opens; no change of a State may touch it."""


class LeagueOfAnotherGroup(Exception):
    """A session counts only for leagues of its own group."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a verb answers. `repeated`: the same tap had been recorded before."""

    revision: int
    played: Played
    outcome: Outcome[Any]
    repeated: bool = False


# Reading


def load(session: Session) -> Played:
    """The session as it stands: its latest revision, which one query reads whole."""
    return read_document(session.revisions.latest("number").document)


@dataclass(frozen=True, slots=True)
class Loaded:
    played: Played
    sitting: Sitting
    stored: Rows


def load_rows(session: Session) -> Loaded:
    """As the rows have it.

    A table at a time: call it with the session's lock, or somebody may write in between."""
    game = get_game(session.game)
    stored = rows.read((SEATS, *game.store.tables), session.pk)
    sitting = _sitting(session, stored)
    played = SessionDocument(game, cover_of(session), game.store.from_rows(stored, sitting))
    return Loaded(played, sitting, stored)


def _sitting(session: Session, stored: Rows) -> Sitting:
    there = [values for _place, values in sorted(stored[Seat].items())]
    seats = {name: pk for name, pk, _player in there}
    people = {name: player for name, _pk, player in there}
    return Sitting(seats, session.stopped, people)


def cover_of(session: Session) -> Cover:
    return Cover(
        id=session.uuid,
        played_on=session.played_on,
        location=session.location or None,
        notes=session.notes or None,
    )


# Starting


@transaction.atomic
def start(
    *,
    document: Played,
    by: By,
    group: Group | None = None,
    league: League | None = None,
    players: Mapping[str, Player] | None = None,
    action: str = START,
) -> Session:
    """A new session, played as far as the document says; `players`: who at the table is whom."""
    if by.key and (opened := Session.objects.opened_with(by.key)):
        return opened
    check_league(league, group)
    document = read_document(dump_document(document))
    outcome = document.game.score(document.state)
    if league is not None and outcome.finished:
        lock_leagues([league.pk])
    session = new_session(document, outcome, by, group, league)
    session.save(force_insert=True)
    seats = Seat.objects.bulk_create(seats_at(session, document, players or {}))
    sitting = sitting_of(seats, stopped=session.stopped)
    document = replace(document, cover=cover_of(session))
    stored = rows_of(document, outcome, sitting, filed(session))
    rows.write(tables_of(document.game), session.pk, {}, stored)
    first_revision(session, document, action, by).save(force_insert=True)
    count(gone=[], come=finished(session.pk, document, outcome, sitting, stored), at=by.at)
    return session


# The parts of a new session: scoring/sessions/bulk_create.py starts many with them at once.


def new_session(
    document: Played, outcome: Outcome[Any], by: By, group: Group | None, league: League | None
) -> Session:
    session = Session(
        group=group,
        league=league,
        game=document.game.slug,
        stopped=document.state.stopped,
        revision=1,
        version=1,
        created_at=by.at,
        expires_at=None if group else by.at + QUICK_TABLE_LIFE,
        finished_at=by.at if outcome.finished else None,
        **_columns(document.cover),
    )
    if document.cover.id:
        session.uuid = document.cover.id
    return session


def seats_at(session: Session, document: Played, players: Mapping[str, Player]) -> list[Seat]:
    return [
        Seat(session=session, place=place, name=name, player=players.get(name))
        for place, name in enumerate(document.state.players, 1)
    ]


def sitting_of(seats: Iterable[Seat], *, stopped: bool) -> Sitting:
    there = {seat.name: seat for seat in seats}
    people = {name: seat.player_id for name, seat in there.items()}
    return Sitting({name: seat.pk for name, seat in there.items()}, stopped, people)


def first_revision(session: Session, played: Played, action: str, by: By) -> Revision:
    return _revision(session, played, action, by, None)


def _columns(cover: Cover) -> dict[str, Any]:
    return {
        "played_on": cover.played_on,
        "location": cover.location or "",
        "notes": cover.notes or "",
    }


# Recording


def record(
    *, session: Session, change: Change, action: str, by: By, seen: int | None = None
) -> Recorded:
    """Apply the change to the latest State. Refuses as the rules do.

    `seen`: the revision that the caller saw, if the change is meant for that one only."""

    def changed(locked: Session, now: Played) -> Worked:
        _check_seen(locked, seen)
        return Worked(_with(now, change(now.state)))

    return _record(session, action, by, changed)


def _check_seen(session: Session, seen: int | None) -> None:
    if seen not in {None, session.revision}:
        raise MovedOn


def stop(*, session: Session, by: By) -> Recorded:
    return _record(session, STOP, by, lambda _, now: Worked(_stopped(now, True)))


def reopen(*, session: Session, by: By) -> Recorded:
    return _record(session, REOPEN, by, lambda _, now: Worked(_stopped(now, False)))


def _stopped(now: Played, stopped: bool) -> Played:
    return _with(now, now.game.stop(now.state, stopped))


def _with(now: Played, state: Any) -> Played:
    return replace(now, state=state)


def describe(
    *, session: Session, played_on: date | None, location: str, notes: str, by: By
) -> Recorded:
    """Set the day, the place and the notes."""

    def described(_: Session, now: Played) -> Worked:
        cover = replace(
            now.cover, played_on=played_on, location=location or None, notes=notes or None
        )
        return Worked(replace(now, cover=cover))

    return _record(session, DESCRIBE, by, described)


def restore(*, session: Session, number: int, by: By) -> Recorded:
    """Any earlier revision, as a new one."""
    return _record(session, RESTORE, by, lambda locked, _: Worked(_as_it_was(locked, number)))


def undo(*, session: Session, by: By, seen: int | None = None) -> Recorded:
    """`seen`: the revision that is to be taken back, if only that one."""
    return _return(session, UNDO, by, undo_target, seen)


def redo(*, session: Session, by: By, seen: int | None = None) -> Recorded:
    return _return(session, REDO, by, redo_target, seen)


def _return(
    session: Session, action: str, by: By, target: Callable[[Any], int], seen: int | None
) -> Recorded:
    def returned(locked: Session, _: Played) -> Worked:
        _check_seen(locked, seen)
        steps = list(locked.revisions.steps())
        number = target(steps)
        done = stands_now(steps) if action == UNDO else number
        actions = {step: said for step, said, _ in steps}
        return Worked(_as_it_was(locked, number), number, actions[done])

    return _record(session, action, by, returned)


def _as_it_was(session: Session, number: int) -> Played:
    return read_document(session.revisions.get(number=number).document)


@transaction.atomic
def _record(
    session: Session, action: str, by: By, work: Callable[[Session, Played], Worked]
) -> Recorded:
    session = lock_session(session.pk)
    loaded = load_rows(session)
    now, sitting = loaded.played, loaded.sitting
    outcome = now.game.score(now.state)
    if by.key and (earlier := Revision.objects.number_of(session.pk, by.key)):
        return Recorded(earlier, now, outcome, repeated=True)
    if session.deleted_at is not None:
        raise SessionIsDeleted
    worked = work(session, now)
    then = _readable(worked.played, now)
    new_outcome = then.game.score(then.state)
    if outcome.finished or new_outcome.finished:
        lock_leagues([session.league_id])
    before = rows_of(now, outcome, sitting, filed(session))
    changed = _changed(session, then, new_outcome, by)
    where = replace(filed(session), finished_at=changed.get("finished_at", session.finished_at))
    after = rows_of(then, new_outcome, sitting, where)
    rows.write(tables_of(now.game), session.pk, before, after)
    append(session, then, action, by, worked.returned_to, **changed)
    count(
        gone=finished(session.pk, now, outcome, sitting, before),
        come=finished(session.pk, then, new_outcome, sitting, after),
        at=by.at,
    )
    now.game.play.follow(session, now.state, then.state, worked.undone or action)
    return Recorded(session.revision, then, new_outcome)


def _readable(then: Played, now: Played) -> Played:
    """As its document says it, so that every revision can be read back; or refused."""
    if then.state.players != now.state.players:
        raise PlayersChanged
    return read_document(dump_document(then))


def _changed(session: Session, then: Played, outcome: Outcome[Any], by: By) -> dict[str, Any]:
    """The columns of the session that the change has to write."""
    finished_at = (session.finished_at or by.at) if outcome.finished else None
    columns = {
        "stopped": then.state.stopped,
        "finished_at": finished_at,
        **_columns(then.cover),
    }
    return {name: value for name, value in columns.items() if getattr(session, name) != value}


def append(
    session: Session,
    played: Played,
    action: str,
    by: By,
    returned_to: int | None = None,
    **columns: object,
) -> None:
    """One more revision, and whatever else changes in the session's own row."""
    columns |= {"revision": session.revision + 1, "version": session.version + 1}
    for name, value in columns.items():
        setattr(session, name, value)
    session.save(update_fields=columns)
    _revision(session, played, action, by, returned_to).save(force_insert=True)


def _revision(
    session: Session, played: Played, action: str, by: By, returned_to: int | None
) -> Revision:
    return Revision(
        session=session,
        number=session.revision,
        action=action,
        actor=by.actor,
        seat=by.seat,
        at=by.at,
        key=by.key,
        returned_to=returned_to,
        document=dump_document(played),
    )


def tables_of(game: Game[Any]) -> tuple[Table, ...]:
    return (*game.store.tables, *derived_tables(game))


def rows_of(
    played: Played,
    outcome: Outcome[Any],
    sitting: Sitting,
    where: Filed,
    counting: Counting | None = None,
) -> Rows:
    recorded = played.game.store.to_rows(played.state, sitting)
    return {**recorded, **derived(played, outcome, sitting, where, counting)}


def derived_rows(session: Session, loaded: Loaded) -> Rows:
    """What follows from what was recorded, by the rules."""
    played = loaded.played
    return derived(played, played.game.score(played.state), loaded.sitting, filed(session))


def finished_as(session: Session, loaded: Loaded, derived: Rows) -> list[Finished]:
    """Nothing, or what is added up of the session with these rows."""
    played = loaded.played
    outcome = played.game.score(played.state)
    return finished(session.pk, played, outcome, loaded.sitting, derived)


def check_league(league: League | None, group: Group | None) -> None:
    if league is not None and (group is None or league.group_id != group.pk):
        raise LeagueOfAnotherGroup
