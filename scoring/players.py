"""The verbs of a group's players."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, F, OuterRef

from scoring.models import Group, Merge, Player, Season, Seat, Session


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
    players = Player.objects.select_for_update().order_by("pk")
    list(players.filter(pk__in=[source.pk, target.pk]))
    if source == target:
        raise CannotMerge(CannotMerge.SAME)
    if source.group_id is None or source.group_id != target.group_id:
        raise CannotMerge(CannotMerge.OTHER_GROUP)
    seats = source.seats.all()
    if target.seats.filter(session__in=seats.values("session")).exists():
        raise CannotMerge(CannotMerge.MET)
    if source.user_id is not None:  # who has an account is merged into: undone, it is theirs still
        raise CannotMerge(CannotMerge.TIED)
    _keep_as_private(source, target)
    merged = Merge.objects.create(source=source, target=target, at=at, actor=actor)
    merged.seats.set(seats)
    seats.update(player=target)
    return merged


def _keep_as_private(source: Player, target: Player) -> None:
    """What somebody hid does not come to light because it is found to be somebody else's."""
    hidden, nickname = target.hidden or source.hidden, target.nickname or source.nickname
    if (hidden, nickname) != (target.hidden, target.nickname):
        Player.objects.filter(pk=target.pk).update(hidden=hidden, nickname=nickname)


@transaction.atomic
def undo_merge(merged: Merge) -> None:
    """The seats that came with the merge go back, and nothing else."""
    if merged.seats.exclude(player=merged.target).exists():
        raise CannotUndoMerge
    Seat.objects.filter(merges=merged, player=merged.target).update(player=merged.source)
    merged.delete()


def seated(group: Group, names: Collection[str]) -> tuple[dict[str, Player], tuple[str, ...]]:
    """Who in the group sits down under these names, and which of them the group now has anew.

    Whoever was merged away sits down as the one that they were found to be, while that stands. The
    group is locked, so that nobody else adds the same player meanwhile."""
    Group.objects.select_for_update().get(pk=group.pk)
    merged = Exists(Merge.objects.filter(source=OuterRef("pk")))
    known: Any = group.players.filter(name__in=names).annotate(is_merged=merged)
    there = {player.name: player for player in known}
    new = tuple([name for name in names if name not in there])
    if any(player.is_merged for player in known):
        there = _as_found_to_be(there, _found_to_be(group))
    added = Player.objects.bulk_create(Player(group=group, name=name) for name in new)
    return there | {player.name: player for player in added}, new


def _found_to_be(group: Group) -> dict[int, int]:
    """Every merged player, and who it is by now: the merges, done again in their order."""
    now: dict[int, int] = {}
    merges = Merge.objects.filter(target__group=group).order_by("pk")
    for source, target in merges.values_list("source_id", "target_id"):
        now = {player: target if is_now == source else is_now for player, is_now in now.items()}
        now[source] = target
    return now


def _as_found_to_be(there: dict[str, Player], now: dict[int, int]) -> dict[str, Player]:
    """Two at one table are two people after all (L-10): each then stays who the name says."""
    own = {name: player.pk for name, player in there.items()}
    chosen = {name: now.get(pk, pk) for name, pk in own.items()}
    while len(often := Counter(chosen.values())) < len(chosen):
        chosen = {name: own[name] if often[pk] > 1 else pk for name, pk in chosen.items()}
    players = Player.objects.in_bulk(chosen.values())
    return {name: players[pk] for name, pk in chosen.items()}


def seat_players_of_its_group(session: Session) -> None:
    """By the names at the table; whom the group does not know becomes one of its players."""
    if session.group is None or not session.seats.exclude(player__group=session.group).exists():
        return
    session.seats.update(player=None)  # so that nobody sits there twice on the way
    seats = list(session.seats.all())
    players, _new = seated(session.group, [seat.name for seat in seats])
    for seat in seats:
        seat.player = players[seat.name]
    Seat.objects.bulk_update(seats, ["player"])


# What a player is called, and by whom


@transaction.atomic
def add_player(*, group: Group, name: str) -> Player:
    return Player.objects.create(group=group, name=name)


@transaction.atomic
def describe_player(*, player: Player, **said: Any) -> None:
    """Their name, nickname, or whether they are hidden; pages that were kept show it anew."""
    if said:
        Player.objects.filter(pk=player.pk).update(**said)
        seasons = Season.objects.filter(tallies__player=player)
        Season.objects.filter(pk__in=seasons.values("pk")).update(version=F("version") + 1)
