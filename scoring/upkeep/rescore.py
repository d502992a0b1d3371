"""What is kept of outcomes, compared with the rules and brought in line with them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet

from scoring.core.refusals import Refused
from scoring.documents.scorer import dump_document
from scoring.leagues import leagues
from scoring.models import (
    Career,
    GameFact,
    Group,
    Meeting,
    PlaceCount,
    PlayerDay,
    PlayerFact,
    Result,
    Season,
    SeasonGame,
    Session,
    Tally,
)
from scoring.models.locks import lock_many_sessions, lock_session
from scoring.models.sessions import SessionQuerySet
from scoring.sessions import rows
from scoring.sessions.loading import StoredSession, load_stored
from scoring.sessions.results import derived_tables
from scoring.totals import careers
from scoring.totals.finished import FinishedSession

OF_A_GROUP: dict[type[Model], str] = {
    Career: "player__group",
    Meeting: "player__group",
    PlayerFact: "player__group",
    GameFact: "group",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """A table of a session whose rows are not what the rules say."""

    session: Session
    table: str
    stored: Any
    expected: Any


@transaction.atomic
def differences(pk: int, *, mend: bool = False) -> list[Difference]:
    """`mend`: write the derived rows anew where they differ; what was recorded stays as it is."""
    session = lock_session(pk)
    try:
        loaded = load_stored(session)
        expected = loaded.derived
    except (KeyError, Refused) as problem:  # rows that make no session: only people can mend them
        return [Difference(session, "recorded rows", repr(problem), "a session")]
    tables = derived_tables(loaded.document.game)
    stored = rows.read(tables, pk)
    found = [
        Difference(session, table.model._meta.label, stored[table.model], expected[table.model])
        for table in tables
        if stored[table.model] != expected.get(table.model, {})
    ]
    if mend and found:
        rows.write(tables, pk, stored, expected)
    return [*found, *_not_as_revised(session, loaded)]


def _not_as_revised(session: Session, loaded: StoredSession) -> Iterator[Difference]:
    document, latest = dump_document(loaded.document), session.revisions.latest("number").document
    if document != latest:
        yield Difference(session, "scoring.Revision", latest, document)


@transaction.atomic
def mend(sessions: SessionQuerySet) -> int:
    """Bring these in line with the rules, and all that is added up of them; how much was not."""
    found, groups, seasons = 0, set(), set()
    for pk in list(sessions.in_order().values_list("pk", flat=True)):
        results = Result.objects.filter(session=pk)
        before = set(results.values_list("season", "group"))
        if here := len(differences(pk, mend=True)):
            found += here
            counted = before | set(results.values_list("season", "group"))
            seasons |= {season for season, _group in counted}
            groups |= {group for _season, group in counted}
    for group in Group.objects.filter(pk__in=groups - {None}).order_by("pk"):
        found += len(group_differences(group, mend=True))
    for season in Season.objects.filter(pk__in=seasons - {None}).order_by("pk"):
        found += len(season_differences(season, mend=True))
    return found


# What is added up over sessions


@dataclass(frozen=True, slots=True)
class AddedUpWrong:
    """Something that is added up is not what all sessions, added up anew, come to."""

    of: Group | Season
    table: str
    stored: Any
    expected: Any


@transaction.atomic
def group_differences(group: Group, *, mend: bool = False) -> list[AddedUpWrong]:
    """Careers, meetings and facts; written anew where `mend` is wanted."""
    sessions = Session.objects.kept().filter(group=group).in_order()
    lock_many_sessions(sessions)
    owned = [
        (model, model._default_manager.filter(**{owner: group}))
        for model, owner in OF_A_GROUP.items()
    ]
    return _compared(
        group, owned, lambda: careers.rebuild_careers(group, _finished(sessions)), mend
    )


def _finished(sessions: Iterable[Session]) -> Iterator[FinishedSession]:
    """Rows that make no session are told with the session itself."""
    for session in sessions:
        with suppress(KeyError, Refused):
            yield from load_stored(session).finished


@transaction.atomic
def season_differences(season: Season, *, mend: bool = False) -> list[AddedUpWrong]:
    season = leagues.fresh(season)
    owned = [
        (model, model._default_manager.filter(season=season))
        for model in (PlaceCount, PlayerDay, Tally, SeasonGame)
    ]
    return _compared(season, owned, lambda: leagues.recount(season=season), mend)


def _compared(
    of: Group | Season,
    owned: Sequence[tuple[type[Model], QuerySet[Any]]],
    rebuild: Callable[[], None],
    mend: bool,
) -> list[AddedUpWrong]:
    point = transaction.savepoint()
    stored = {model: _rows_of(model, own) for model, own in owned}
    rebuild()
    found = []
    for model, own in owned:
        expected = _rows_of(model, own)
        if stored[model] != expected:
            was, now = stored[model] - expected, expected - stored[model]
            found.append(
                AddedUpWrong(of, model._meta.label, sorted(was, key=str), sorted(now, key=str))
            )
    if mend and found:
        transaction.savepoint_commit(point)
    else:
        transaction.savepoint_rollback(point)
    return found


def _rows_of(model: type[Model], rows: QuerySet[Any]) -> set[tuple[Any, ...]]:
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    return set(rows.values_list(*names))
