"""All row locks. They are taken in one order, so that no two transactions wait for each other:

user, group, import, invitation, evening, sessions, leagues, seasons, players; of one kind by
their numbers.

A lock holds until the transaction is over. Unless a row is about to be deleted, others that only
point at it may be added meanwhile (`no_key`): their transaction may hold what we wait for.
SQLite has no row locks; there a writer locks the whole database when its transaction starts."""

from collections.abc import Iterable
from datetime import date
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Model, QuerySet

from scoring.models.evenings.evenings import Evening
from scoring.models.invitations import Invitation
from scoring.models.people import Group, Player
from scoring.models.revisions import Revision
from scoring.models.seasons import League, Season
from scoring.models.sessions import Session
from scoring.models.uploads import Import

Locked = TypeVar("Locked", bound=Model)


def lock_user(pk: int) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=pk)


def lock_group(pk: int) -> Group:
    """Lock a group: nobody else seats, moves or merges its players, or changes its members."""
    return Group.objects.select_for_update(no_key=True).get(pk=pk)


def lock_groups(pks: Iterable[int]) -> list[Group]:
    return _locked(Group, pks)


def lock_import(pk: UUID) -> Import:
    """Lock an import: nobody else changes its plan, or confirms it."""
    return Import.objects.select_for_update(no_key=True).defer("content").get(pk=pk)


def lock_invitation(pk: int) -> Invitation:
    return Invitation.objects.select_for_update().get(pk=pk)


def lock_evening(pk: int) -> Evening:
    """Lock an evening: nobody else answers, or changes it."""
    return Evening.objects.select_for_update(no_key=True).get(pk=pk)


def lock_session(pk: int) -> Session:
    """Lock a session: nobody else records in it."""
    return Session.objects.select_for_update(no_key=True).get(pk=pk)


def lock_session_by_new_version(pk: int, **columns: object) -> None:
    """Lock a session as lock_session() does, by the statement that gives it a new version.

    `columns` are written with it."""
    if not Session.objects.filter(pk=pk).update(version=F("version") + 1, **columns):
        raise Session.DoesNotExist


def lock_session_to_record(pk: int, key: UUID | None) -> int | None:
    """Lock a session, and return the number of the revision that the key made, if it made one.

    What another connection recorded while this one waited for the lock is read after it. So is the
    session itself, with its rows."""
    lock_many_sessions(Session.objects.filter(pk=pk))
    return Revision.objects.number_of(pk, key) if key else None


def lock_many_sessions(sessions: "QuerySet[Session]", *, to_delete: bool = False) -> None:
    """Lock sessions without reading them."""
    rows = sessions.select_for_update(no_key=not to_delete).order_by("pk")
    list(rows.values_list("pk"))


def lock_free_rows(rows: "QuerySet[Any]", most: int) -> list[Any]:
    """Lock so many rows at most, and return their keys; rows that somebody else holds stay out."""
    ordered = rows if rows.ordered else rows.order_by("pk")
    free = ordered.select_for_update(skip_locked=True, of=("self",))
    return list(free.values_list("pk", flat=True)[:most])


def lock_leagues(pks: Iterable[int | None]) -> list[League]:
    """Lock leagues: the days and games that count for their seasons stay as they are."""
    return _locked(League, pks)


def lock_league_with_sessions(pk: int) -> None:
    """Lock all sessions of a league, and the league.

    A session may come to the league while we wait for its lock. It has to be locked first, so the
    locks are then released and taken again."""
    sessions = Session.objects.filter(league=pk)
    are_all_locked = False
    while not are_all_locked:
        with transaction.atomic():  # a savepoint
            rows = sessions.select_for_update(no_key=True).order_by("pk")
            locked = set(rows.values_list("pk", flat=True))
            lock_leagues([pk])
            are_all_locked = locked.issuperset(sessions.values_list("pk", flat=True))
            transaction.set_rollback(not are_all_locked)


def lock_season(pk: int) -> Season:
    return Season.objects.select_for_update(no_key=True).get(pk=pk)


def lock_seasons(pks: Iterable[int | None]) -> list[Season]:
    """Lock seasons: nobody else changes their standings."""
    return _locked(Season, pks)


def lock_seasons_counting(session: Session, day: date | None) -> list[Season]:
    """Lock the seasons that a session counts for as it is stored, and as it does on this day.

    Hold the league's lock: which they are stays so."""
    if session.league_id is None:
        return []
    seasons = Season.objects.counting_session(session.pk, session.league_id, session.game, day)
    return list(seasons.select_for_update(no_key=True))


def lock_players_by_new_version(pks: Iterable[int]) -> None:
    """Lock players by giving their pages a new version: nobody else changes their totals."""
    wanted = set(pks)
    players = Player.objects.select_for_update(no_key=True).filter(pk__in=wanted)
    in_order = players.order_by("pk").values("pk")[: len(wanted)]  # cut, or the order is dropped
    Player.objects.filter(pk__in=in_order).update(version=F("version") + 1)


def _locked(model: type[Locked], pks: Iterable[int | None]) -> list[Locked]:
    """Lock the rows that still exist, and return them."""
    wanted = {pk for pk in pks if pk is not None}
    manager: Any = model._default_manager
    rows = manager.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    return list(rows) if wanted else []
