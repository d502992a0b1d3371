"""Adding what an import planned, in short transactions, and undoing all of it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import uuid5

from django.db.models import F

from scoring.core.refusals import Refused
from scoring.documents.schema import check_name
from scoring.exchange.batches import parts
from scoring.exchange.importing.plan import Fate, Line, Plan
from scoring.models import (
    Group,
    Import,
    ImportedPlayer,
    ImportedSession,
    League,
    Player,
    Session,
)
from scoring.models.locks import lock_group, lock_leagues, lock_many_sessions
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.models.uploads import UPLOAD_LIFETIME
from scoring.sessions import lifecycle
from scoring.sessions.bulk_create import NewSession, start_many
from scoring.sessions.loading import load_many_stored, many_as_counted
from scoring.sessions.seating import get_or_create_players, get_or_create_players_of_tables
from scoring.totals.closed_seasons import What, ask_before_job
from scoring.totals.update import update_totals

BATCH = 100  # sessions that are added in a transaction
BATCH_OF_UNDO = 250  # each asks every table that may have rows of a session
IMPORTED = "import"  # the action of the first revision

Progress = Callable[[int, int], None]


@write_transaction()
def store_import(
    *, group: Group, league: League | None, name: str, content: bytes, by: By
) -> Import:
    """Store a file until it is confirmed, in the place of another one of the same account.

    Those that nobody confirmed within an hour go."""
    Import.objects.unconfirmed_of(by.actor).delete()
    Import.objects.unconfirmed_before(by.at - UPLOAD_LIFETIME).delete()
    return Import.objects.create(
        group=group,
        league=league,
        actor=by.actor,
        file_name=name,
        content=content,
        stored_at=by.at,
    )


def confirm_import(source: Import, *, at: datetime) -> bool:
    """Note that an import is to be added; return whether nobody did that before."""
    unconfirmed = Import.objects.filter(pk=source.pk, confirmed_at=None)
    return bool(unconfirmed.update(confirmed_at=at))


@write_transaction()
def add_players(*, group: Group, names: Sequence[str]) -> None:
    """Add the players of these names whom the group does not have yet."""
    get_or_create_players(group, [name for name in names if is_name(name)])


def add_planned(source: Import, plan: Plan, *, by: By, progress: Progress) -> None:
    """Add the sessions of a plan; those that another attempt added are passed over."""
    lines = plan.of(Fate.ADD)
    done = 0
    for some in parts(lines, BATCH):
        _add(source, some, by)
        done += len(some)
        progress(done, len(lines))


@write_transaction()
def _add(source: Import, lines: Sequence[Line], by: By) -> None:
    lock_group(source.group_id)
    by.confirm()
    ids = [line.id for line in lines if line.id]
    known = Session.objects.known_ids(source.group, ids)
    documents = {
        line.number: line.document.with_id(line.id)
        for line in lines
        if line.document is not None and line.id is not None and line.id not in known
    }
    tables = [document.state.players for document in documents.values()]
    seated, new_names = get_or_create_players_of_tables(source.group, tables)
    players_by_name = {name: player for table in seated for name, player in table.items()}
    new = [
        NewSession(
            document, By(at=by.at, actor=by.actor, key=uuid5(source.uuid, str(number))), players
        )
        for (number, document), players in zip(documents.items(), seated, strict=True)
    ]
    sessions = start_many(
        new_sessions=new, group=source.group, league=source.league, action=IMPORTED
    )
    ImportedSession.objects.bulk_create(
        ImportedSession(source=source, session=session) for session in sessions
    )
    ImportedPlayer.objects.bulk_create(
        ImportedPlayer(source=source, player=players_by_name[name]) for name in new_names
    )
    source.added += len(sessions)
    source.save(update_fields=["added"])


def finish_import(source: Import, *, at: datetime) -> None:
    """Note that an import is done; what it was made from is needed no more."""
    source.finished_at, source.content = at, b""
    source.save(update_fields=["finished_at", "content"])


def ask_to_undo(source: Import) -> None:
    """Ask before the worker undoes an import that counts for closed seasons (L-9)."""
    ask_before_job(Session.objects.filter(imported__source=source))


def undo_import(source: Import, *, by: By, progress: Progress) -> None:
    """Remove what an import added, as if it had never been: sessions, and players without others.

    A session that was changed since is deleted as any other, and can be restored for 30 days."""
    # Newest first: whoever takes out old ones reads all that came after them, for runs of wins.
    newest_first = source.sessions.order_by(F("session__played_on").desc(nulls_last=True), "-pk")
    numbers = list(newest_first.values_list("session_id", flat=True))
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
    rows = Session.objects.filter(pk__in=numbers, group=source.group_id)
    lock_many_sessions(rows, to_delete=True)
    sessions = list(rows.order_by("pk"))
    lock_leagues({session.league_id for session in sessions})
    unchanged = [session for session in sessions if session.revision == 1]
    stored = many_as_counted(load_many_stored(unchanged))
    removed = [finished for session in stored for finished in session.finished]
    Session.objects.filter(pk__in=[session.pk for session in unchanged]).delete()
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
