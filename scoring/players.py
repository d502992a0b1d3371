"""The verbs of a group's players."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from scoring.models import Merge, Player, Seat


class CannotMerge(Exception):
    """`reason` is a code: the same player, other groups, or once at one table (L-10)."""

    SAME, OTHER_GROUP, MET = "same", "other-group", "met"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class CannotUndoMerge(Exception):
    """A later merge took the seats on; it has to be undone first."""


@transaction.atomic
def merge(*, source: Player, target: Player, at: datetime, actor: User | None = None) -> Merge:
    """Everything that was the source's is the target's; what each is called at a table stays."""
    players = Player.objects.select_for_update().order_by("pk")
    list(players.filter(pk__in=[source.pk, target.pk]))
    if source == target:
        raise CannotMerge(CannotMerge.SAME)
    if source.group_id is None or source.group_id != target.group_id:
        raise CannotMerge(CannotMerge.OTHER_GROUP)
    seats = source.seats.all()
    if target.seats.filter(session__in=seats.values("session")).exists():
        raise CannotMerge(CannotMerge.MET)
    merged = Merge.objects.create(source=source, target=target, at=at, actor=actor)
    merged.seats.set(seats)
    seats.update(player=target)
    return merged


@transaction.atomic
def undo_merge(merged: Merge) -> None:
    """The seats that came with the merge go back, and nothing else."""
    if merged.seats.exclude(player=merged.target).exists():
        raise CannotUndoMerge
    Seat.objects.filter(merges=merged, player=merged.target).update(player=merged.source)
    merged.delete()
