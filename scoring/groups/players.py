"""The verbs of a group's players."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from scoring.models import Group, Merge, Player, Result, Seat, Session
from scoring.models.locks import lock_group, lock_leagues, lock_sessions
from scoring.sessions.loading import load_stored
from scoring.totals.update import reorder_after_rename, update_totals


class CannotMerge(Exception):
    """`reason` is a code: the same player, other groups, once at one table (L-10), or the
    source is an account’s."""

    SAME, OTHER_GROUP, MET = "same", "other-group", "met"
    TIED = "tied"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class CannotUndoMerge(Exception):
    """A later merge took the seats on; it has to be undone first."""


@transaction.atomic
def merge(*, source: Player, target: Player, at: datetime, actor: User | None = None) -> Merge:
    """Everything that was the source's is the target's; what each is called at a table stays."""
    if source == target:
        raise CannotMerge(CannotMerge.SAME)
    if source.group_id is None or source.group_id != target.group_id:
        raise CannotMerge(CannotMerge.OTHER_GROUP)
    sessions = _locked(source.group_id, source.seats.values_list("session_id", flat=True))
    seats = source.seats.all()
    if not sessions and (again := source.merges_away.filter(target=target).last()):
        return again  # the same form, sent twice
    if target.seats.filter(session__in=seats.values("session")).exists():
        raise CannotMerge(CannotMerge.MET)
    if source.user_id is not None:  # who has an account is merged into: undone, it is theirs still
        raise CannotMerge(CannotMerge.TIED)
    _keep_as_private(source, target)
    merged = Merge.objects.create(source=source, target=target, at=at, actor=actor)
    merged.seats.set(seats)
    _pass_on(sessions, list(seats), source, target, at)
    return merged


def _keep_as_private(source: Player, target: Player) -> None:
    """What somebody hid does not come to light because it is found to be somebody else's."""
    hidden, nickname = target.hidden or source.hidden, target.nickname or source.nickname
    if (hidden, nickname) != (target.hidden, target.nickname):
        Player.objects.filter(pk=target.pk).update(hidden=hidden, nickname=nickname)


@transaction.atomic
def undo_merge(merged: Merge, *, at: datetime) -> None:
    """The seats that came with the merge go back, and nothing else."""
    seats = list(merged.seats.all())
    group = merged.target.group_id or 0  # only players of a group are merged
    sessions = _locked(group, [seat.session_id for seat in seats])
    if merged.seats.exclude(player=merged.target).exists():
        raise CannotUndoMerge
    _pass_on(sessions, seats, merged.target, merged.source, at)
    merged.delete()


def _locked(group: int, sessions: Iterable[int]) -> list[Session]:
    """The group first, as whoever seats its players does."""
    lock_group(group)
    locked = lock_sessions(sessions)
    lock_leagues(session.league_id for session in locked)
    return locked


def _pass_on(
    sessions: Iterable[Session], seats: Iterable[Seat], old: Player, new: Player, at: datetime
) -> None:
    """Give the seats of one player, with results and all totals, to another."""
    removed = [finished for session in sessions for finished in load_stored(session).finished]
    added = [session.with_player(new.pk, instead_of=old.pk) for session in removed]
    pks = [seat.pk for seat in seats]
    Seat.objects.filter(pk__in=pks).update(player=new)
    Result.objects.filter(seat__in=pks).update(player=new)
    update_totals(removed=removed, added=added, at=at)


# What a player is called, and by whom


@transaction.atomic
def add_player(*, group: Group, name: str) -> Player:
    return Player.objects.create(group=group, name=name)


@transaction.atomic
def describe_player(*, player: Player, **said: Any) -> None:
    """Their name, nickname, or whether they are hidden; pages that were kept show it anew."""
    if said:
        Player.objects.filter(pk=player.pk).update(**said)
        reorder_after_rename(player=player.pk)
