"""Who sits down at a group's table under which name."""

from collections import Counter
from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef

from scoring.models import Group, Merge, Player, Seat, Session
from scoring.models.locks import lock_group


def seated(group: Group, names: Collection[str]) -> tuple[dict[str, Player], tuple[str, ...]]:
    """Who in the group sits down under these names, and which of them the group now has anew.

    Whoever was merged away sits down as the one that they were found to be, while that stands. The
    group is locked, so that nobody else adds the same player meanwhile."""
    lock_group(group.pk)
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
