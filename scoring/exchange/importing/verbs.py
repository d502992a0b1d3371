"""Add what an import planned, in short transactions, and undo all of it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid5

from django.db.models import F

from scoring.core.refusals import Refused
from scoring.documents.file_formats import Unreadable
from scoring.documents.schema import check_name
from scoring.documents.scorer import read_document
from scoring.exchange.batches import parts
from scoring.exchange.importing.corrections import IMPORTED, correct
from scoring.exchange.importing.plan import Plan, planned_sessions
from scoring.exchange.importing.stored_plans import (
    closed_seasons_of,
    read_plan,
    reading_of,
    rests_on,
)
from scoring.models import (
    Group,
    Import,
    ImportedPlayer,
    ImportedSession,
    League,
    PlannedSession,
    Player,
    Session,
)
from scoring.models.locks import lock_group, lock_import, lock_leagues, lock_many_sessions
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.models.uploads import PLAN_LIFETIME
from scoring.sessions import lifecycle, rows
from scoring.sessions.bulk_create import NewSession, start_many
from scoring.sessions.loading import load_many, many_as_counted
from scoring.sessions.seating import (
    find_or_create_players,
    get_or_create_players,
    seat_players,
)
from scoring.totals.closed_seasons import What, ask_about, ask_before_job
from scoring.totals.update import update_totals

ROWS_AT_ONCE = 500  # of a plan, in a query
MOST_CHECKS = 5  # of a plan, before it is said to have changed
BATCH = 100  # sessions that are added in a transaction
BATCH_OF_CORRECTIONS = 10  # sessions between two reports of progress
BATCH_OF_UNDO = 500  # sessions that are removed in a transaction

Progress = Callable[[int, int], None]


class PlanChanged(Exception):
    """Raised before anything is added, if it is no longer what somebody looked at."""


def new_import(
    *,
    group: Group,
    league: League | None,
    name: str,
    content: bytes,
    by: By,
    choices: Mapping[str, Any] | None = None,
) -> tuple[Import, Plan]:
    """Read a file; return an unsaved import, and the plan for it.

    Columns are what they were in earlier files of the group. Raises Unreadable."""
    source = Import(
        group=group,
        league=league,
        actor=by.actor,
        file_name=name,
        content=content,
        stored_at=by.at,
        choices={**_as_before(group), **(choices or {})},
    )
    made = read_plan(source)
    source.reading = reading_of(made)
    return source, made


@write_transaction()
def store_import(source: Import, made: Plan) -> None:
    """Store an import with its plan.

    Of those that nobody confirmed the latest of an account is kept, for a week."""
    if source.actor is not None:
        Import.objects.unconfirmed_of(source.actor).delete()
    Import.objects.unconfirmed_before(source.stored_at - PLAN_LIFETIME).delete()
    source.save(force_insert=True)
    _save(source, made)


def _as_before(group: Group) -> dict[str, Any]:
    """Return the choices of a new import: what columns were in the latest ones."""
    columns: dict[str, str] = {}
    for choices in Import.objects.choices_of_columns(group):
        columns = choices.get("columns", {}) | columns
    return {"columns": columns} if columns else {}


def choose(source: Import, choices: Mapping[str, Any]) -> None:
    """Store what somebody chose, and the plan that follows from it. Raises Unreadable."""
    before = source.choices
    source.choices = dict(choices)
    try:
        made = read_plan(source)
    except Unreadable:
        source.choices = before
        raise
    with write_transaction():
        source.save(update_fields=["choices"])
        _save(source, made)


def check(source: Import) -> None:
    """Make the plan of an import again if anything that it rests on has changed.

    Raises PlanChanged, with the changes marked, if it comes to something else."""
    if source.rests_on == rests_on(source):
        return
    before = {row.row: _what_it_says(row) for row in source.planned.all()}
    made = read_plan(source)
    rows = planned_sessions(made)
    for row in rows:
        row.is_changed = before.get(row.row) != _what_it_says(row)
    is_other = len(rows) != len(before) or any(row.is_changed for row in rows)
    closed = source.reading["closed"]
    with write_transaction():
        _save(source, made, rows)
    if is_other or source.reading["closed"] != closed:
        raise PlanChanged


def _what_it_says(row: PlannedSession) -> tuple[object, ...]:
    return row.status, row.document, row.session, row.details["players"], row.details["revision"]


@write_transaction()
def _save(source: Import, made: Plan, rows: Sequence[PlannedSession] | None = None) -> None:
    """Store a plan in the place of the one before."""
    lock_import(source.pk)
    if rows is None:
        rows = planned_sessions(made)
    source.planned.all().delete()
    for row in rows:
        row.source = source
    PlannedSession.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
    source.plan += 1
    source.rests_on, source.reading = rests_on(source), reading_of(made)
    closed = [season.pk for season in closed_seasons_of(source)]
    source.reading["closed"] = closed
    source.save(update_fields=["plan", "rests_on", "reading"])


@write_transaction()
def confirm_import(source: Import, *, plan: int, at: datetime) -> bool:
    """Note that an import is to be added; return whether nobody did that before.

    `plan`: the number of the plan that was looked at. Raises PlanChanged if it is another one now,
    or rests on something that has changed."""
    locked = lock_import(source.pk)
    if locked.confirmed_at is not None:
        return False
    if locked.plan != plan or locked.rests_on != rests_on(source):
        raise PlanChanged
    source.confirmed_at = at
    source.save(update_fields=["confirmed_at"])
    return True


def take_back_confirmation(source: Import) -> None:
    """Let somebody look at the plan of an import again, of which nothing was added."""
    source.confirmed_at = None
    source.save(update_fields=["confirmed_at"])


@write_transaction()
def add_players(*, group: Group, names: Sequence[str]) -> None:
    """Add the players of these names whom the group does not have yet."""
    get_or_create_players(group, [name for name in names if is_name(name)])


@write_transaction()
def begin_adding(source: Import, *, by: By) -> None:
    """Find or create the players of a plan, unless an earlier attempt did.

    Raises PlanChanged if what the plan rests on has changed since it was confirmed."""
    lock_group(source.group_id)
    by.confirm()
    if source.player_ids is not None:
        return
    if source.rests_on != rests_on(source):
        raise PlanChanged
    # From here on the mark is that of sessions that change before they are corrected.
    source.planned.filter(is_changed=True).update(is_changed=False)
    details = source.planned.to_add().values_list("details", flat=True)
    names = {
        name: None
        for detail in details
        for _label, name, is_guest, *_more in detail["players"]
        if not is_guest
    }
    players, new_names = find_or_create_players(source.group, names)
    ImportedPlayer.objects.bulk_create(
        ImportedPlayer(source=source, player=players[name]) for name in new_names
    )
    source.player_ids = {name: player.pk for name, player in players.items()}
    source.save(update_fields=["player_ids"])


def no_progress(_done: int, _total: int) -> None:
    """Report to nobody: the person who asked waits for all of it."""


def add_planned(source: Import, *, by: By, progress: Progress = no_progress) -> None:
    """Add and correct the sessions of the stored plan, but for what another attempt did.

    Its source is no longer needed then."""
    numbers = list(source.planned.to_add().values_list("pk", flat=True))
    to_correct = list(source.planned.to_correct().values_list("pk", flat=True))
    done, number = 0, len(numbers) + len(to_correct)
    for some in parts(numbers, BATCH):
        _add(source, some, by)
        done += len(some)
        progress(done, number)
    for some in parts(to_correct, BATCH_OF_CORRECTIONS):
        for row in some:
            correct(source, row, by)
        done += len(some)
        progress(done, number)
    source.finished_at, source.content = by.at, b""
    source.save(update_fields=["finished_at", "content"])


@write_transaction()
def _add(source: Import, numbers: Sequence[int], by: By) -> None:
    lock_group(source.group_id)
    by.confirm()
    rows = list(source.planned.filter(pk__in=numbers).in_order())
    known = Session.objects.known_ids(
        source.group, [row.document_id for row in rows if row.document_id]
    )
    rows = [row for row in rows if row.document_id not in known]
    tables = [
        [name for _label, name, is_guest, *_more in row.details["players"] if not is_guest]
        for row in rows
    ]
    seated = seat_players(source.group, tables, source.player_ids or {})
    new = [
        NewSession(
            read_document(row.document),
            By(at=by.at, actor=by.actor, key=uuid5(source.uuid, str(row.number))),
            players,
        )
        for row, players in zip(rows, seated, strict=True)
    ]
    sessions = start_many(
        new_sessions=new, group=source.group, league=source.league, action=IMPORTED
    )
    ImportedSession.objects.bulk_create(
        ImportedSession(source=source, session=session) for session in sessions
    )
    source.added += len(sessions)
    source.save(update_fields=["added"])


def add_now(
    read: Callable[[], tuple[Import, Plan]], *, by: By, before: Import | None = None
) -> tuple[Import | None, Plan]:
    """Add what a file holds without showing it to anybody; return the outcome of each result.

    It is read again if the group changes meanwhile. `before`: the import of an earlier part of the
    file, which this part becomes one with. Raises PlanChanged if the group always changes."""
    for _attempt in range(MOST_CHECKS):
        source, made = read()
        if not made.of(PlannedSession.Status.NEW):
            return before, made
        store_import(source, made)
        try:
            confirm_import(source, plan=source.plan, at=by.at)
            begin_adding(source, by=by)
        except PlanChanged:
            source.delete()
            continue
        add_planned(source, by=by)
        return _joined(before, source) if before else source, made
    raise PlanChanged


@write_transaction()
def _joined(before: Import, part: Import) -> Import:
    """Make a part of a file that was added one with the import of what was added before it."""
    last = before.planned.count()
    part.planned.update(source=before, number=F("number") + last)
    part.sessions.update(source=before)
    part.players.update(source=before)
    before.added, before.finished_at = before.added + part.added, part.finished_at
    before.save(update_fields=["added", "finished_at"])
    part.delete()
    return before


def ask_to_add(source: Import) -> None:
    """Ask before the worker adds what counts for closed seasons (L-9)."""
    ask_about(closed_seasons_of(source))


def ask_to_undo(source: Import) -> None:
    """Ask before the worker undoes an import that counts for closed seasons (L-9)."""
    ask_before_job(Session.objects.filter(imported__source=source))


def undo_import(source: Import, *, by: By, progress: Progress = no_progress) -> None:
    """Remove what an import added, as if it had never been: sessions, and players without others.

    A session that was changed since is deleted as any other, and can be restored for 30 days."""
    numbers = list(source.sessions.order_by("pk").values_list("session_id", flat=True))
    done = 0
    for some in parts(numbers, BATCH_OF_UNDO):
        _remove(source, some, by)
        done += len(some)
        progress(done, len(numbers))
    _finish_undo(source, by)


@write_transaction()
def _remove(source: Import, numbers: Sequence[int], by: By) -> None:
    lock_group(source.group_id)
    by.confirm()
    added = Session.objects.filter(pk__in=numbers, group=source.group_id)
    lock_many_sessions(added, to_delete=True)
    sessions = list(added.order_by("pk"))
    lock_leagues({session.league_id for session in sessions})
    unchanged = [session for session in sessions if session.revision == 1]
    stored = many_as_counted(load_many(unchanged))
    removed = [finished for session in stored for finished in session.finished]
    rows.delete([session.pk for session in unchanged])
    update_totals(removed=removed, added=[], at=by.at, what=What.IMPORT_UNDONE)
    for session in sessions:
        if session.revision > 1 and session.deleted_at is None:
            lifecycle.delete(session=session, by=by)


@write_transaction()
def _finish_undo(source: Import, by: By) -> None:
    lock_group(source.group_id)
    by.confirm()
    Player.objects.created_by(source).without_traces().delete()
    source.undone_at = by.at
    source.save(update_fields=["undone_at"])


def is_name(name: str) -> bool:
    """Return whether a player can be called so."""
    try:
        check_name(name)
    except Refused:
        return False
    return True
