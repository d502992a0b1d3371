"""Compare what is stored of sessions with the rules, report what differs, and repair it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet

from scoring.core.refusals import Refused
from scoring.documents.json_edits import DifferenceDoesNotFit
from scoring.leagues import counting, leagues
from scoring.models import (
    Career,
    GameFact,
    Group,
    League,
    Meeting,
    Player,
    PlayerDay,
    PlayerFact,
    Result,
    Revision,
    Season,
    SeasonGame,
    SeasonSession,
    Session,
    SkillCheckpoint,
    Tally,
)
from scoring.models.locks import lock_leagues, lock_many_sessions, lock_season, lock_session
from scoring.models.sessions import SessionQuerySet
from scoring.models.transactions import write_transaction
from scoring.sessions import rows
from scoring.sessions.history import earlier_documents
from scoring.sessions.loading import StoredSession, load_stored
from scoring.sessions.results import derived_tables
from scoring.totals import skill
from scoring.totals.careers import renew_careers
from scoring.totals.facts import rebuild_facts
from scoring.totals.finished import FinishedSession

TOTALS_OF_A_SEASON = (PlayerDay, Tally, SeasonGame)
TOTALS_OF_A_GROUP: dict[type[Model], str] = {
    Career: "player__group",
    Meeting: "player__group",
    PlayerFact: "player__group",
    GameFact: "group",
}
# Rows that a check locks, or writes and takes back: totals are compared with what a rebuild makes.
CHANGED_BY_A_CHECK: tuple[type[Model], ...] = (
    *(Group, Session, League, Season, Player, Result, SeasonSession),
    *TOTALS_OF_A_GROUP,
    *TOTALS_OF_A_SEASON,
    SkillCheckpoint,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A database table whose rows of a session are not what the rules say."""

    session: Session
    table: str
    stored: Any
    expected: Any


@write_transaction()
def differences(pk: int, *, repair: bool = False) -> list[Difference]:
    """Return what differs; with `repair`, rewrite derived rows, but never what was recorded."""
    session = lock_session(pk)
    try:
        loaded = load_stored(session)
        expected = loaded.derived
    except (KeyError, Refused) as problem:  # rows that make no session: only people can repair them
        return [Difference(session, "recorded rows", repr(problem), "a session")]
    tables = derived_tables(loaded.document.game)
    stored = rows.read(tables, pk)
    differing = [
        Difference(session, table.model._meta.label, stored[table.model], expected[table.model])
        for table in tables
        if stored[table.model] != expected.get(table.model, {})
    ]
    if repair and differing:
        rows.write(tables, pk, stored, expected)
    return [*differing, *_difference_to_history(session, loaded)]


def _difference_to_history(session: Session, loaded: StoredSession) -> Iterator[Difference]:
    """Follow the history back from the recorded rows to the first revision."""
    try:
        for _number, _document in earlier_documents(loaded, 1):
            pass
    except DifferenceDoesNotFit as problem:
        yield Difference(session, Revision._meta.label, repr(problem), "what became of the rows")


@write_transaction()
def repair(sessions: SessionQuerySet) -> int:
    """Repair sessions and the totals that they count in; return the number of differences."""
    number = 0
    groups: set[int] = set()
    seasons: set[int] = set()
    for season in Season.objects.being_counted().filter(league__sessions__in=sessions).distinct():
        counting.recalculate_season(season)
    for pk in list(sessions.in_order().values_list("pk", flat=True)):
        before = _counts_for(pk)
        if differing := len(differences(pk, repair=True)):
            number += differing
            for of_groups, of_seasons in (before, _counts_for(pk)):
                groups |= of_groups
                seasons |= of_seasons
    for group in Group.objects.filter(pk__in=groups).order_by("pk"):
        number += len(group_differences(group, repair=True))
    for season in Season.objects.filter(pk__in=seasons).order_by("pk"):
        number += len(season_differences(season, repair=True))
    return number


def _counts_for(session: int) -> tuple[set[int], set[int]]:
    """Return the group and the seasons in which the session counts as it is stored."""
    groups = Group.objects.filter(pk__in=Result.objects.filter(session=session).values("group"))
    seasons = Season.objects.with_session(session)
    return set(groups.values_list("pk", flat=True)), set(seasons.values_list("pk", flat=True))


# Totals


@dataclass(frozen=True, slots=True)
class TotalDifference:
    """A database table of totals whose rows are not what all sessions add up to."""

    of: Group | Season
    table: str
    stored: Any
    expected: Any


@write_transaction()
def group_differences(group: Group, *, repair: bool = False) -> list[TotalDifference]:
    """Compare careers, meetings and facts with all of the group's sessions."""
    sessions = Session.objects.not_deleted().filter(group=group).in_order()
    lock_many_sessions(sessions)
    totals = [
        (model, model._default_manager.filter(**{owner: group}))
        for model, owner in TOTALS_OF_A_GROUP.items()
    ]

    def rebuild() -> None:
        players = list(group.players.values_list("pk", flat=True))
        Career.objects.filter(player__in=players).delete()
        renew_careers(players)
        rebuild_facts(group, _finished(sessions))

    return _compare_with_rebuilt(group, totals, rebuild, repair)


def _finished(sessions: Iterable[Session]) -> Iterator[FinishedSession]:
    """Yield what counts; rows that make no session are reported by differences()."""
    for session in sessions:
        with suppress(KeyError, Refused):
            yield from load_stored(session).finished


@write_transaction()
def season_differences(season: Season, *, repair: bool = False) -> list[TotalDifference]:
    """Compare the standings with all results that count; what is being counted is no difference."""
    lock_leagues([season.league_id])
    lock_season(season.pk)
    counting.recalculate_season(season)
    totals = [(model, model._default_manager.filter(season=season)) for model in TOTALS_OF_A_SEASON]

    def rebuild() -> None:
        leagues.recount(season=season)
        skill.refresh(season)

    differing = _checkpoint_differences(season, repair)
    return [*differing, *_compare_with_rebuilt(season, totals, rebuild, repair)]


def _checkpoint_differences(season: Season, repair: bool) -> list[TotalDifference]:
    wrong = list(skill.wrong_checkpoints(season))
    if repair:
        SkillCheckpoint.objects.filter(pk__in=[checkpoint.pk for checkpoint, _ in wrong]).delete()
    label = SkillCheckpoint._meta.label
    return [
        TotalDifference(season, label, checkpoint.ratings, expected)
        for checkpoint, expected in wrong
    ]


def _compare_with_rebuilt(
    of: Group | Season,
    totals: Sequence[tuple[type[Model], QuerySet[Any]]],
    rebuild: Callable[[], None],
    repair: bool,
) -> list[TotalDifference]:
    """Rebuild totals and return what changed by it; keep the change only if they are repaired."""
    savepoint = transaction.savepoint()
    stored = {model: _rows_of(model, rows) for model, rows in totals}
    rebuild()
    differing = []
    for model, rows_of_model in totals:
        expected = _rows_of(model, rows_of_model)
        if stored[model] != expected:
            was, now = stored[model] - expected, expected - stored[model]
            differing.append(
                TotalDifference(of, model._meta.label, sorted(was, key=str), sorted(now, key=str))
            )
    if not (repair and differing):
        transaction.savepoint_rollback(savepoint)
    return differing


def _rows_of(model: type[Model], rows: QuerySet[Any]) -> set[tuple[Any, ...]]:
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    return set(rows.values_list(*names))
